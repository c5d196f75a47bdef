import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { choiceName, labelOf } from '../../values/names';
import { asText, marks, type WidgetProps } from './props';

/** Up to this many choices are all shown at once, where one of them is needed and their words are short. */
const fewChoices = 3;
const shortWords = 16;

/** One of the values that there are. */
export function OneOf(props: WidgetProps) {
  const { shape, value, change, readOnly, required } = props;
  const values: unknown[] = (shape.enum ?? []).filter((each) => each !== null);
  const { language } = useSpeech();
  const data = values.map((each, i) => ({ value: String(i), label: shape['x-names']?.[i] || choiceName(values, each, language) }));
  const at = values.indexOf(value);
  // A value that is none of them is shown as it is, so that nobody takes the field for empty.
  const stray = value !== undefined && value !== null && at < 0;
  const few = data.length > 1 && data.length <= fewChoices && data.every(({ label }) => label.length <= shortWords);
  if (few && required && at >= 0 && !readOnly) return <Segments {...props} data={data} at={at} pick={(i) => change(values[i])} />;
  return (
    <Select
      {...marks(props)}
      data={stray ? [...data, { value: 'stray', label: asText(value), disabled: true }] : data}
      value={stray ? 'stray' : at < 0 ? null : String(at)}
      onChange={(chosen) => change(chosen === null ? undefined : values[Number(chosen)])}
      clearable={!required && !readOnly}
      searchable={data.length > 8}
      allowDeselect={false}
      maw={420}
    />
  );
}

function Segments({ id, label, data, at, pick, blur, describedBy }: WidgetProps & { data: { value: string; label: string }[]; at: number; pick: (i: number) => void }) {
  return (
    <SegmentedControl
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      data={data}
      value={String(at)}
      onChange={(chosen) => pick(Number(chosen))}
      onBlur={blur}
      style={{ display: 'flex', width: 'fit-content', maxWidth: '100%' }}
    />
  );
}

export function OnOff(props: WidgetProps) {
  const { t } = useSpeech();
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
      label={t(value === true ? 'value.yes' : 'value.no')}
      onChange={(event) => change(event.currentTarget.checked || ('const' in shape ? undefined : false))}
    />
  );
}

/** A value that is the only one. */
export function Fixed(props: WidgetProps) {
  return <TextInput {...marks(props)} readOnly variant="filled" value={labelOf(asText(props.shape.const))} />;
}
