import { useSpeech } from '../i18n/text';
import { calledBy, toneOf } from './person';
import { useTypers } from './store';
import classes from './together.module.css';

/** Beside the name of a field: who else types in it. What a screen reader says of it is said once, by Announcement. */
export function FieldMark({ pointer }: { pointer: string }) {
  const speech = useSpeech();
  const typers = useTypers(pointer);
  const [first] = typers;
  if (!first) return null;
  const names = typers.map(({ name }) => calledBy(speech, name)).join(', ');
  return (
    <span className={classes['mark']} data-tone={toneOf(first)} aria-hidden="true" data-typing-here={pointer}>
      {speech.t('together.typing', { name: names })}
    </span>
  );
}
