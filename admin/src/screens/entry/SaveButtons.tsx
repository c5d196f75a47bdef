import { Button } from '@mantine/core';

import type { EntryMove } from '../../api/entries';
import { useMe } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { obstacle } from './obstacle';
import { nextPublish } from './times/coming';
import { useComing } from './times/useComing';
import type { EntryEditor } from './editor';
import { useMayPublish } from './useEntryShortcuts';

/** Save, and Publish where that is the next thing to do. What has a time for that leads to it. */
export function SaveButtons({ editor, begin, size = 'sm' }: { editor: EntryEditor; begin: (move: EntryMove) => void; size?: 'sm' | 'compact-sm' }) {
  const { t } = useSpeech();
  const me = useMe();
  const publishes = useMayPublish(editor);
  const timed = nextPublish(useComing(editor.detail)) !== undefined;
  const noSave = obstacle('save', editor, me.role);
  const noPublish = obstacle('publish', editor, me.role);
  return (
    <>
      {!noSave?.lasts && (
        <Button
          size={size}
          variant={publishes ? 'default' : 'filled'}
          disabled={noSave !== undefined}
          // A press that begins before a save by itself does ends on the same button.
          loading={editor.saving && editor.moving === undefined}
          onClick={() => void editor.save()}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {t(publishes || editor.beside ? 'entry.saveDraft' : 'action.save')}
        </Button>
      )}
      {publishes && (
        <Button
          size={size}
          {...(timed ? { variant: 'light', leftSection: <Icon name="clock" size={16} /> } : {})}
          disabled={noPublish !== undefined}
          loading={editor.moving === 'publish'}
          onClick={() => begin('publish')}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {t(timed ? 'entry.scheduled' : 'entry.publish')}
        </Button>
      )}
    </>
  );
}
