import { Button } from '@mantine/core';

import type { EntryMove } from '../../api/entries';
import { useSpeech } from '../../i18n/text';
import type { EntryEditor } from './useEntryEditor';
import { useMayPublish } from './useEntryShortcuts';

/** Save, and Publish where that is the next thing to do. */
export function SaveButtons({ editor, begin, size = 'sm' }: { editor: EntryEditor; begin: (move: EntryMove) => void; size?: 'sm' | 'compact-sm' }) {
  const { t } = useSpeech();
  const publishes = useMayPublish(editor);
  const { collection, detail, phase, draft, gone } = editor;
  const saves = !collection.readOnly && detail?.permissions.edit !== false;
  const blocked = gone || draft.at !== undefined || editor.resolving;
  return (
    <>
      {saves && (
        <Button
          size={size}
          variant={publishes ? 'default' : 'filled'}
          disabled={blocked || phase === 'saved'}
          loading={phase === 'saving' && editor.moving === undefined}
          onClick={() => void editor.save()}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {t(publishes ? 'entry.saveDraft' : 'action.save')}
        </Button>
      )}
      {publishes && (
        <Button size={size} disabled={blocked} loading={editor.moving === 'publish'} onClick={() => begin('publish')} aria-keyshortcuts="Control+Enter Meta+Enter">
          {t('entry.publish')}
        </Button>
      )}
    </>
  );
}
