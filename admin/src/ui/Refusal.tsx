import { useSpeech } from '../i18n/text';
import { saidOf } from '../values/said';
import { Notice } from './Notice';

/** Says in place that something was not done; why is the detail, in the reader's language. Nothing for no error. */
export function Refusal({ error, title }: { error: Error | null; title: string }) {
  const speech = useSpeech();
  if (!error) return null;
  return (
    <Notice tone="danger" urgent mb={0} title={title}>
      {saidOf(error, speech)}
    </Notice>
  );
}
