import { Button } from '@mantine/core';

import type { EntryMove } from '../../api/entries';
import { useMe } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { obstacle } from './obstacle';
import type { EntryEditor } from './useEntryEditor';
import { useMayPublish } from './useEntryShortcuts';

interface SaveButtonsProps {
  editor: EntryEditor;
  begin: (move: EntryMove) => void;
  /** Something beside the entry waits to be published with it. */
  waits?: boolean;
  size?: 'sm' | 'compact-sm';
}

/** Save, and Publish where that is the next thing to do. */
export function SaveButtons({ editor, begin, waits = false, size = 'sm' }: SaveButtonsProps) {
  const { t } = useSpeech();
  const me = useMe();
  const publishes = useMayPublish(editor) || waits;
  const { phase } = editor;
  const noSave = obstacle('save', editor, me.role);
  const noPublish = obstacle('publish', editor, me.role);
  const keeps = noPublish !== undefined && !(waits && noPublish.lasts);
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
        <Button size={size} disabled={keeps} loading={editor.moving === 'publish'} onClick={() => begin('publish')} aria-keyshortcuts="Control+Enter Meta+Enter">
          {t('entry.publish')}
        </Button>
      )}
    </>
  );
}
