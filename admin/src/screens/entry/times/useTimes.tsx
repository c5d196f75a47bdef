import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';

import type { EntryMove } from '../../../api/entries';
import { isAtLeast, useMe } from '../../../api/session';
import { part } from '../../../app/part';
import { useSpeech } from '../../../i18n/text';
import { SideSheet } from '../../../ui/SideSheet';
import { useArticle } from '../article/useArticle';
import { obstacle } from '../obstacle';
import type { EntryEditor } from '../editor';
import { nextPublish } from './coming';
import { useComing } from './useComing';

const TimesSheet = lazy(part(() => import('./TimesSheet').then((module) => ({ default: module.TimesSheet }))));

/**
 * The moves of an entry that may have a time: what has one is not published by the way, its times are shown first. `open` shows them,
 * for who may change them.
 */
export function useTimes(editor: EntryEditor, title: string, begin: (move: EntryMove) => void): { begin: (move: EntryMove) => void; open: (() => void) | undefined; sheet: ReactNode } {
  const { t } = useSpeech();
  const me = useMe();
  const coming = useComing(editor.detail);
  const article = useArticle(editor.detail);
  const [opened, setOpened] = useState(false);
  // The sheet gives the focus back when it has closed, and only then another one can have it.
  const then = useRef<() => void>(undefined);
  const open = coming.length > 0 && isAtLeast(me.role, 'editor') ? () => setOpened(true) : undefined;
  const close = () => setOpened(false);
  const publishNow = () => {
    then.current = () => begin('publish');
    close();
  };
  const closed = () => {
    then.current?.();
    then.current = undefined;
  };
  return {
    begin: (move) => (move === 'publish' && open && nextPublish(coming) ? open() : begin(move)),
    open,
    sheet: (
      <SideSheet opened={opened} close={close} size="md" title={t('entry.coming.title', { title })} onExitTransitionEnd={closed}>
        <Suspense>
          <TimesSheet coming={coming} article={article} title={title} publishNow={obstacle('publish', editor, me.role) ? undefined : publishNow} />
        </Suspense>
      </SideSheet>
    ),
  };
}
