import { Text } from '@mantine/core';

/** What a group or a list is called. */
export function Legend({ title, required, name }: { title: string; required: boolean; name: string | number | undefined }) {
  return (
    <Text component="span" size="sm" fw={600} title={String(name ?? '')}>
      {title}
      {required && (
        <Text component="span" c="var(--mantine-color-error)" aria-hidden="true">
          {' *'}
        </Text>
      )}
    </Text>
  );
}
