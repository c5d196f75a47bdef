import { Notice } from './Notice';

/** Says in place that something was not done; what the service said is the detail. Nothing for no error. */
export function Refusal({ error, title }: { error: Error | null; title: string }) {
  if (!error) return null;
  return (
    <Notice tone="danger" urgent mb={0} title={title}>
      {error.message}
    </Notice>
  );
}
