import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { typesOf } from '../shape';
import { marks, type WidgetProps } from './props';

/** A number, written as it is typed: what is no number yet is kept in the control alone. */
export function Numeric(props: WidgetProps) {
  const { shape, value, change } = props;
  const [typed, setTyped] = useState<string>();
  const shown = typeof value === 'number' ? String(value) : '';
  const whole = typesOf(shape)[0] === 'integer';
  const type = (text: string) => {
    setTyped(text);
    const read = numberOf(text);
    if (text.trim() === '') change(undefined);
    else if (read !== undefined) change(read);
  };
  return (
    <TextInput
      {...marks(props)}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed !== undefined && numberOf(typed) === (typeof value === 'number' ? value : undefined) ? typed : shown}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** The number that a text is, undefined for anything else. */
export function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  const read = Number(trimmed);
  return trimmed !== '' && Number.isFinite(read) ? read : undefined;
}
