import { json } from '@codemirror/lang-json';
import { Text } from '@mantine/core';
import { useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { CodeEditor } from '../editor/CodeEditor';
import type { WidgetProps } from './props';

const extensions = json();

/** Any value, written as JSON. What cannot be read is kept in the control, and said. */
export function Json({ value, change, ...rest }: WidgetProps) {
  const { t } = useSpeech();
  const [typed, setTyped] = useState<string>();
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const read = typed === undefined ? undefined : readJson(typed);
  const broken = read !== undefined && !read.ok;
  // What was typed stays as it was typed while it means the value.
  const text = typed !== undefined && (broken || JSON.stringify(read?.value) === JSON.stringify(value)) ? typed : written;
  const type = (next: string) => {
    setTyped(next);
    const meant = readJson(next);
    if (meant.ok) change(meant.value);
  };
  return (
    <>
      <CodeEditor {...rest} invalid={rest.invalid || broken} text={text} change={type} extensions={extensions} />
      {broken && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="status">
          {t('forms.json.broken')}
        </Text>
      )}
    </>
  );
}

type Read = { ok: true; value: unknown } | { ok: false; value?: undefined };

export function readJson(text: string): Read {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
