import { VisuallyHidden } from '@mantine/core';

import type { Status } from '../api/words';
import { useSpeech } from '../i18n/text';
import classes from './StatusBadge.module.css';

/**
 * The state of an entry: a word, and a dot whose form differs too. `of` says of what, such as a language. `pending`: what
 * readers see has a draft beside it; the dot is half full then. `word`: what is told in the place of a plain draft.
 */
export function StatusBadge({ status, of, pending = false, word: said }: { status: Status; of?: string; pending?: boolean; word?: string }) {
  const { t } = useSpeech();
  const edited = pending && status === 'published';
  const word = said ?? t(edited && of ? 'status.edited' : `status.${status}`);
  return (
    <span className={classes['root']} data-status={status} data-edited={edited || undefined} title={of && word}>
      <span className={classes['dot']} aria-hidden="true" />
      {of ?? word}
      {of && <VisuallyHidden>{word}</VisuallyHidden>}
    </span>
  );
}
