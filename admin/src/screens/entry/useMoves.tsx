import { useState } from 'react';

import type { EntryMove } from '../../api/entries';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { notifyDone } from '../../ui/notify';
import type { EntryEditor } from './useEntryEditor';

export interface Moves {
  /** Makes a move, or asks first where something is lost by it. */
  begin: (move: EntryMove) => void;
  sure: { move: Exclude<EntryMove, 'publish'>; opened: boolean };
  close: () => void;
  go: (move: EntryMove) => void;
}

/** The moves of an entry, asked about and told of. `title` is what it is called where it stands. */
export function useMoves(editor: EntryEditor, title: string, done?: (move: EntryMove) => void): Moves {
  const speech = useSpeech();
  const { t } = speech;
  const [sure, ask] = useState<Moves['sure']>({ move: 'unpublish', opened: false });
  const close = () => ask((now) => ({ ...now, opened: false }));
  const move = async (kind: EntryMove) => {
    close();
    if (!(await editor.move(kind))) return;
    notifyDone(speech, t(`entry.done.${kind}`, { title }));
    done?.(kind);
  };
  const begin = (kind: EntryMove) => {
    // Nothing is lost by publishing, and by taking an archived entry back to the drafts.
    if (kind === 'publish' || (kind === 'unpublish' && editor.detail?.entry.status === 'archived')) void move(kind);
    else ask({ move: kind, opened: true });
  };
  return { begin, sure, close, go: (kind) => void move(kind) };
}

/** Says what a move will do, before it is made. It stays where it is while it is closed, so that the focus finds back. */
export function MoveQuestion({ moves, editor, title }: { moves: Moves; editor: EntryEditor; title: string }) {
  const { t } = useSpeech();
  const { move, opened } = moves.sure;
  const published = editor.detail?.entry.status === 'published';
  return (
    <Confirm opened={opened} close={moves.close} title={t(`entry.sure.${move}`, { title })} action={t(`entry.${move}`)} go={() => moves.go(move)} harmless={move !== 'delete'}>
      {t(move === 'archive' && !published ? 'entry.sureHint.archiveDraft' : `entry.sureHint.${move}`)}
    </Confirm>
  );
}
