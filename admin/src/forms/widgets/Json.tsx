import { Textarea } from '@mantine/core';
import { useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { marks, type WidgetProps } from './props';

/** Any value, written as JSON. What cannot be read is kept in the control, and said. */
export function Json(props: WidgetProps) {
  const { t } = useSpeech();
  const { value, change } = props;
  const [typed, setTyped] = useState<string>();
  const shown = value === undefined ? '' : JSON.stringify(value, null, 2);
  const read = typed === undefined ? undefined : readJson(typed);
  const broken = read !== undefined && !read.ok;
  return (
    <Textarea
      {...marks(props)}
      autosize
      minRows={3}
      maxRows={24}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={typed ?? shown}
      error={broken ? t('forms.json.broken') : props.invalid}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const next = readJson(text);
        if (next.ok) change(next.value);
      }}
      onBlur={() => {
        if (!broken) setTyped(undefined);
        props.blur();
      }}
    />
  );
}

function readJson(text: string): { ok: true; value: unknown } | { ok: false } {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
