import { TextInput } from '@mantine/core';

import { asText, marks, type WidgetProps } from './props';

/** A day: `2026-01-31`. */
export function Day(props: WidgetProps) {
  return (
    <TextInput {...marks(props)} type="date" value={asText(props.value)} onChange={(event) => props.change(event.currentTarget.value || undefined)} />
  );
}

/** A moment, kept in epoch milliseconds, shown in the reader's zone. */
export function Timestamp(props: WidgetProps) {
  const { value, change } = props;
  return (
    <TextInput
      {...marks(props)}
      type="datetime-local"
      step={1}
      value={typeof value === 'number' ? localText(value) : ''}
      onChange={(event) => {
        const time = Date.parse(event.currentTarget.value);
        change(Number.isNaN(time) ? undefined : time);
      }}
    />
  );
}

function localText(time: number): string {
  const shifted = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return Number.isNaN(shifted.getTime()) ? '' : shifted.toISOString().slice(0, 19);
}
