import { useMe } from '../api/session';
import { useSpeech } from '../i18n/text';
import { useComments, usePanel } from './panel';
import { seen } from './seen';
import classes from './together.module.css';
import { openOn } from './threads';

/** The name of the tab: how many threads are open, and whether somebody said something since one looked. */
export function CommentsLabel() {
  const { t } = useSpeech();
  const me = useMe();
  const panel = usePanel();
  const comments = useComments()?.items ?? [];
  const count = openOn(comments, '');
  const unread = panel !== null && panel.tab !== 'comments' && comments.some(({ author, createdAt }) => author.id !== me.userId && createdAt > seen.until(panel.id));
  return (
    <>
      {count === 0 ? t('together.comments') : t('together.commentsCount', { count })}
      {unread && <span className={classes['unread']} role="img" aria-label={t('together.unread')} />}
    </>
  );
}
