import { Alert, type AlertProps } from '@mantine/core';

/** Something to know before one goes on. Its words keep the contrast of text, whatever the colour says. */
export function Notice(props: AlertProps) {
  return <Alert vars={() => ({ root: { '--alert-color': 'var(--mantine-color-text)' } })} {...props} />;
}
