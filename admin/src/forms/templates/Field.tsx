import { Input, Text } from '@mantine/core';
import type { FieldTemplateProps } from '@rjsf/utils';

import { shapeOf } from '../fields/props';
import { fieldId, useFrame } from '../frame';
import { pointerTo } from '../pointer';
import { isTags, typesOf, isScalar } from '../shape';
import { Faults } from './Faults';

/** A field: its label, its help, its control, and what is wrong with it. Groups bring their own. */
export function Field(props: FieldTemplateProps<unknown>) {
  const { idPrefix, root } = useFrame();
  const shape = shapeOf(props.schema);
  if (props.hidden) return null;
  const whole = isScalar(shape) || isTags(shape, root) || typesOf(shape).length !== 1;
  if (!whole) return props.children;
  const path = props.fieldPathId.path;
  const id = fieldId(idPrefix, pointerTo(path));
  return (
    <div data-pointer={pointerTo(path)}>
      <Input.Label htmlFor={id} required={props.required ?? false} title={String(path.at(-1) ?? '')}>
        {props.label}
      </Input.Label>
      {typeof shape.description === 'string' && (
        <Text id={`${id}-help`} size="xs" c="dimmed" mb={4}>
          {shape.description}
        </Text>
      )}
      {props.children}
      <Faults path={path} />
    </div>
  );
}
