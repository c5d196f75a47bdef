import { Button } from '@mantine/core';

import type { EntryMove } from '../../api/entries';
import { useMe } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { obstacle } from './obstacle';
import type { EntryEditor } from './useEntryEditor';
import { useMayPublish } from './useEntryShortcuts';

/** Save, and Publish where that is the next thing to do. */
export function SaveButtons({ editor, begin, size = 'sm' }: { editor: EntryEditor; begin: (move: EntryMove) => void; size?: 'sm' | 'compact-sm' }) {
  const { t } = useSpeech();
  const me = useMe();
  const publishes = useMayPublish(editor);
  const { phase } = editor;
  const noSave = obstacle('save', editor, me.role);
  const noPublish = obstacle('publish', editor, me.role);
  return (
    <>
      {!noSave?.lasts && (
        <Button
          size={size}
          variant={publishes ? 'default' : 'filled'}
          disabled={noSave !== undefined}
          loading={phase === 'saving' && editor.moving === undefined}
          onClick={() => void editor.save()}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {t(publishes || editor.beside ? 'entry.saveDraft' : 'action.save')}
        </Button>
      )}
      {publishes && (
        <Button size={size} disabled={noPublish !== undefined} loading={editor.moving === 'publish'} onClick={() => begin('publish')} aria-keyshortcuts="Control+Enter Meta+Enter">
          {t('entry.publish')}
        </Button>
      )}
    </>
  );
}
