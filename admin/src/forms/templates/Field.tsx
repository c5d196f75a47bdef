import { Input, VisuallyHidden } from '@mantine/core';
import { ADDITIONAL_PROPERTY_FLAG, type FieldTemplateProps } from '@rjsf/utils';

import { useSpeech } from '../../i18n/text';
import { FieldMark } from '../../together/FieldMark';
import { shapeOf } from '../fields/props';
import { fieldId, useFrame } from '../frame';
import { pointerTo } from '../pointer';
import { isOneControl, typesOf } from '../shape';
import { Faults } from './Faults';
import { Help } from './Help';
import { Member } from './Member';
import { Notes } from './Notes';

/** A field, with its name where that is the reader's to give. */
export function Field(props: FieldTemplateProps<unknown>) {
  const shape = shapeOf(props.schema);
  const stamped = shape['x-service-bind'] !== undefined && props.formData === undefined;
  if (props.hidden || stamped) return null;
  if (!(ADDITIONAL_PROPERTY_FLAG in props.schema)) return <Labelled {...props} />;
  return (
    <Member {...props}>
      <Labelled {...props} />
    </Member>
  );
}

/** Its label, its help, its control, and what is wrong with it. Groups and lists bring their own. */
function Labelled(props: FieldTemplateProps<unknown>) {
  const { idPrefix, root, filled } = useFrame();
  const { t } = useSpeech();
  const shape = shapeOf(props.schema);
  if (!isOneControl(shape, root) && (typesOf(shape).length === 1 || shape.oneOf)) return props.children;
  const path = props.fieldPathId.path;
  const id = fieldId(idPrefix, pointerTo(path));
  const last = path.at(-1);
  const needed = (props.required ?? false) && !shape['x-service-bind'] && !(path.length === 1 && filled.includes(String(last)));
  const label = typeof last === 'number' ? t('forms.list.item', { number: last + 1 }) : props.label;
  return (
    <div data-pointer={pointerTo(path)}>
      <FieldMark pointer={pointerTo(path)} name={label} />
      {typeof last === 'number' ? (
        <VisuallyHidden component="label" {...{ htmlFor: id }}>
          {label}
        </VisuallyHidden>
      ) : (
        <Input.Label htmlFor={id} id={`${id}-label`} required={needed} title={last ?? ''} fw={500} mb={2}>
          {label}
        </Input.Label>
      )}
      <Help id={`${id}-help`} shape={shape} />
      {props.children}
      <Faults path={path} />
      <Notes path={path} />
    </div>
  );
}
