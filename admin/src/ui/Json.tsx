import { Code } from '@mantine/core';

/** A value that nothing else shows, as JSON. */
export function Json({ value }: { value: unknown }) {
  return (
    <Code block mah={320} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
