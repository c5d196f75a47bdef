import { useSpeech } from '../i18n/text';

/** How long ago a moment is; which it is, on hover. */
export function Ago({ time }: { time: number }) {
  const { ago, moment } = useSpeech();
  return (
    <time dateTime={new Date(time).toISOString()} title={moment(time)}>
      {ago(time)}
    </time>
  );
}
