import { VisuallyHidden } from '@mantine/core';

import type { Status } from '../api/words';
import { useSpeech } from '../i18n/text';
import classes from './StatusBadge.module.css';

/** The state of an entry: a word, and a dot whose form differs too. `of` says of what, such as a language. */
export function StatusBadge({ status, of }: { status: Status; of?: string }) {
  const { t } = useSpeech();
  const word = t(`status.${status}`);
  return (
    <span className={classes['root']} data-status={status} title={of && word}>
      <span className={classes['dot']} aria-hidden="true" />
      {of ?? word}
      {of && <VisuallyHidden>{word}</VisuallyHidden>}
    </span>
  );
}
