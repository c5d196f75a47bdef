import { Select, Switch, TextInput } from '@mantine/core';

import { wordsOf } from '../names';
import { asText, marks, type WidgetProps } from './props';

/** One of the values that there are. */
export function OneOf(props: WidgetProps) {
  const { shape, value, change, readOnly, required } = props;
  const values: unknown[] = (shape.enum ?? []).filter((each) => each !== null);
  const at = values.indexOf(value);
  return (
    <Select
      {...marks(props)}
      data={values.map((each, i) => ({ value: String(i), label: labelOf(each) }))}
      value={at < 0 ? null : String(at)}
      onChange={(chosen) => change(chosen === null ? undefined : values[Number(chosen)])}
      clearable={!required && !readOnly}
      searchable={values.length > 8}
      allowDeselect={false}
    />
  );
}

/** A value as words: codes such as `glaze-lab` are read as such, anything else stays as it is. */
export function labelOf(value: unknown): string {
  const text = asText(value);
  return /^[a-z]+([_-][a-z]+)*$/.test(text) ? wordsOf(text) : text;
}

export function OnOff(props: WidgetProps) {
  const { id, shape, value, change, blur, readOnly, invalid, describedBy } = props;
  return (
    <Switch
      id={id}
      checked={value === true}
      disabled={readOnly}
      onBlur={blur}
      error={invalid}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => change(event.currentTarget.checked || ('const' in shape ? undefined : false))}
    />
  );
}

/** A value that is the only one. */
export function Fixed(props: WidgetProps) {
  return <TextInput {...marks(props)} readOnly value={asText(props.shape.const)} />;
}
