import type { ComponentType } from 'react';

import { controlFor } from '../controls';
import { fieldId, useFrame } from '../frame';
import { pointerTo } from '../pointer';
import { Json } from '../widgets/Json';
import { Tags } from '../widgets/Tags';
import type { WidgetProps } from '../widgets/props';
import { widgets } from '../widgets';
import { shapeOf, type FormField } from './props';

/** A field of one scalar value. */
export function Scalar(props: FormField) {
  return <Control {...props} widget={widgets[controlFor(shapeOf(props.schema))]} />;
}

/** A field of words or choices in one control. */
export function TagsField(props: FormField) {
  return <Control {...props} widget={Tags} />;
}

/** A field of anything. */
export function JsonField(props: FormField) {
  return <Control {...props} widget={Json} />;
}

function Control({ widget: Widget, ...props }: FormField & { widget: ComponentType<WidgetProps> }) {
  const { idPrefix, faults, left } = useFrame();
  const path = props.fieldPathId.path;
  const shape = shapeOf(props.schema);
  const pointer = pointerTo(path);
  const id = fieldId(idPrefix, pointer);
  const invalid = faults.some((fault) => fault.at === pointer);
  const described = [shape.description && `${id}-help`, invalid && `${id}-faults`].filter(Boolean).join(' ');
  return (
    <Widget
      id={id}
      shape={shape}
      path={path}
      value={props.formData}
      change={(value) => props.onChange(value, path)}
      blur={() => left(path)}
      label={typeof shape.title === 'string' ? shape.title : props.name}
      required={props.required ?? false}
      readOnly={(props.readonly ?? false) || (props.disabled ?? false)}
      invalid={invalid}
      describedBy={described || undefined}
    />
  );
}
