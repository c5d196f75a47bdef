import { Fieldset } from '@mantine/core';
import type { ObjectFieldTemplateProps } from '@rjsf/utils';

import { shapeOf } from '../fields/props';
import { fieldId, useFrame } from '../frame';
import { pointerTo } from '../pointer';
import { AddMember } from './Member';
import { Faults } from './Faults';
import { Grouped } from './Grouped';
import { useGroupMarks } from './groupMarks';
import { Help } from './Help';
import { isShort } from './isShort';
import { Legend } from './Legend';
import classes from './templates.module.css';

/** The fields of an object. The whole form, an item and a branch of a choice have no frame of their own. */
export function Group(props: ObjectFieldTemplateProps<unknown>) {
  const { idPrefix, root } = useFrame();
  const shape = shapeOf(props.schema);
  // Beside a choice the renderer gives the object another path, of which the last token is its own.
  const path = props.fieldPathId.path.filter((token) => token !== 'XxxOf');
  const id = fieldId(idPrefix, pointerTo(path));
  const marks = useGroupMarks(path);
  if (path.length === 0 && typeof shape.additionalProperties !== 'object') {
    return <Grouped fields={props.properties.map(({ name, content }) => ({ name, content, shape: shape.properties?.[name] }))} />;
  }
  const fields = (
    <div className={classes['fields']} data-within={path.length > 0 || undefined}>
      {path.length > 0 && shape.title && <Help id={`${id}-help`} shape={shape} />}
      {props.properties.map((property) => (
        <div key={property.name} className={classes['field']} data-short={(path.length > 0 && isShort(shape.properties?.[property.name], root)) || undefined}>
          {property.content}
        </div>
      ))}
      {typeof shape.additionalProperties === 'object' && !props.readonly && <AddMember add={props.onAddProperty} title={props.title} />}
    </div>
  );
  if (path.length === 0 || !shape.title || typeof path.at(-1) === 'number' || shape.oneOf) return fields;
  return (
    <Fieldset {...marks} className={classes['group'] ?? ''} legend={<Legend title={props.title} required={props.required ?? false} name={path.at(-1)} />}>
      {fields}
      <Faults path={path} />
    </Fieldset>
  );
}
