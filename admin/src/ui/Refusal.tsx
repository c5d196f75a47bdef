import { Alert } from '@mantine/core';

/** Says in place that something was not done; what the service said is the detail. Nothing for no error. */
export function Refusal({ error, title }: { error: Error | null; title: string }) {
  return (
    <div role="alert">
      {error && (
        <Alert color="red" title={title}>
          {error.message}
        </Alert>
      )}
    </div>
  );
}
