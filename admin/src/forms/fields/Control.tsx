import type { ComponentType } from 'react';

import { useSpeech } from '../../i18n/text';
import { controlFor } from '../controls';
import { fieldId, useFormFaults, useFormNotes, useFrame } from '../frame';
import { pointerTo } from '../pointer';
import { afterPress } from '../press';
import { hasHelp } from '../templates/Help';
import { jsonWidget, widgets } from '../widgets';
import { MediaList } from '../widgets/Media';
import type { WidgetProps } from '../widgets/props';
import { Tags } from '../widgets/Tags';
import { shapeOf, type FormField } from './props';

/** A field of one scalar value. */
export function Scalar(props: FormField) {
  return <Control {...props} widget={widgets[controlFor(shapeOf(props.schema))]} />;
}

/** A field of words or choices in one control. */
export function TagsField(props: FormField) {
  return <Control {...props} widget={Tags} />;
}

/** A field of media assets, in one control. */
export function MediaListField(props: FormField) {
  return <Control {...props} widget={MediaList} />;
}

/** A field of anything. */
export function JsonField(props: FormField) {
  return <Control {...props} widget={jsonWidget} />;
}

function Control({ widget: Widget, ...props }: FormField & { widget: ComponentType<WidgetProps> }) {
  const { idPrefix, left } = useFrame();
  const faults = useFormFaults();
  const { t } = useSpeech();
  const { path } = props.fieldPathId;
  const shape = shapeOf(props.schema);
  const pointer = pointerTo(path);
  const id = fieldId(idPrefix, pointer);
  const invalid = faults.some((fault) => fault.at === pointer);
  const noted = useFormNotes().some((note) => note.at === pointer);
  const described = [hasHelp(shape) && `${id}-help`, invalid && `${id}-faults`, noted && `${id}-notes`].filter(Boolean).join(' ');
  const last = path.at(-1);
  return (
    <Widget
      id={id}
      shape={shape}
      path={path}
      value={props.formData}
      change={(value) => props.onChange(value, path)}
      blur={() => afterPress(() => left(path))}
      label={typeof last === 'number' ? t('forms.list.item', { number: last + 1 }) : typeof shape.title === 'string' && shape.title ? shape.title : props.name}
      required={props.required ?? false}
      readOnly={(props.readonly ?? false) || (props.disabled ?? false)}
      invalid={invalid}
      describedBy={described || undefined}
    />
  );
}
