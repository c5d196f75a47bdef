import { useMe } from '../api/session';
import { useSpeech } from '../i18n/text';
import { useAlong, useComments, usePanel } from './panel';
import { seen } from './seen';
import classes from './together.module.css';
import { openOn } from './threads';

/** The name of the tab: how many threads are open, and whether somebody said something since one looked. */
export function CommentsLabel() {
  const { t } = useSpeech();
  const me = useMe();
  const panel = usePanel();
  const along = useAlong();
  const said = [[panel, useComments(panel)] as const, [along, useComments(along)] as const];
  const count = said.reduce((sum, [, comments]) => sum + openOn(comments?.items ?? [], ''), 0);
  const unread = panel !== null && panel.tab !== 'comments' && said.some(([of, comments]) => comments?.items.some(({ author, createdAt }) => author.id !== me.userId && createdAt > seen.until(of?.id ?? '')));
  return (
    <>
      {count === 0 ? t('together.comments') : t('together.commentsCount', { count })}
      {unread && <span className={classes['unread']} role="img" aria-label={t('together.unread')} />}
    </>
  );
}
