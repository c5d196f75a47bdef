import { Textarea, TextInput } from '@mantine/core';

import { asText, marks, type WidgetProps } from './props';

/** One line. The kind of text says which keyboard a phone shows. */
export function Text(props: WidgetProps) {
  const { shape, value, change } = props;
  return (
    <TextInput
      {...marks(props)}
      type={kinds[shape.format ?? ''] ?? 'text'}
      inputMode={modes[shape.format ?? '']}
      autoComplete="off"
      value={asText(value)}
      onChange={(event) => change(event.currentTarget.value || undefined)}
    />
  );
}

const kinds: Record<string, string> = { email: 'email' };
const modes: Record<string, 'email' | 'url'> = { email: 'email', uri: 'url', url: 'url' };

/** Several lines, as many as there are. */
export function LongText(props: WidgetProps) {
  const { value, change } = props;
  return (
    <Textarea
      {...marks(props)}
      autosize
      minRows={3}
      maxRows={24}
      value={asText(value)}
      onChange={(event) => change(event.currentTarget.value || undefined)}
    />
  );
}
