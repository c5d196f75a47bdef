import { VisuallyHidden } from '@mantine/core';

import type { Status } from '../api/words';
import { useSpeech } from '../i18n/text';
import { Icon } from './icons';
import classes from './StatusBadge.module.css';

interface StatusBadgeProps {
  status: Status;
  /** Of what, such as a language. */
  of?: string;
  /** What readers see has a draft beside it; the dot is half full then. */
  pending?: boolean;
  /** What is told in the place of the state, such as that it is scheduled. */
  word?: string | undefined;
  /** What happens to it at a time, where that is set. */
  coming?: string | undefined;
}

/** The state of an entry: a word, and a dot whose form differs too. */
export function StatusBadge({ status, of, pending = false, word: said, coming }: StatusBadgeProps) {
  const { t } = useSpeech();
  const edited = pending && status === 'published';
  const state = said ?? t(edited && of ? 'status.edited' : `status.${status}`);
  const word = coming ? `${state}. ${coming}` : state;
  return (
    <span className={classes['root']} data-status={status} data-edited={edited || undefined} title={of || coming ? word : undefined}>
      <span className={classes['dot']} aria-hidden="true" />
      {of ?? state}
      {coming && <Icon name="clock" size={14} />}
      {(of ?? coming) && <VisuallyHidden>{of ? word : coming}</VisuallyHidden>}
    </span>
  );
}
