import type { Status } from '../api/words';
import { useSpeech } from '../i18n/text';
import classes from './StatusBadge.module.css';

/** The state of an entry: a word, and a dot whose form differs too. */
export function StatusBadge({ status, prefix }: { status: Status; prefix?: string }) {
  const { t } = useSpeech();
  return (
    <span className={classes['root']} data-status={status} title={prefix ? t(`status.${status}`) : undefined}>
      <span className={classes['dot']} aria-hidden="true" />
      {prefix ?? t(`status.${status}`)}
      {prefix && <span className={classes['unseen']}>{t(`status.${status}`)}</span>}
    </span>
  );
}
