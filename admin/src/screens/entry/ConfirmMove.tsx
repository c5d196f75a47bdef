import type { EntryMove } from '../../api/entries';
import type { Status } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';

interface ConfirmMoveProps {
  move: EntryMove | undefined;
  title: string;
  published: boolean;
  close: () => void;
  go: (move: EntryMove) => void;
}

/** Whether nothing is lost by a move: publishing, and taking an archived entry back to the drafts. */
export function needsNoQuestion(move: EntryMove, status: Status | undefined): boolean {
  return move === 'publish' || (move === 'unpublish' && status === 'archived');
}

/** Says what a move will do, before it is made. */
export function ConfirmMove({ move, title, published, close, go }: ConfirmMoveProps) {
  const { t } = useSpeech();
  if (move === undefined || move === 'publish') return null;
  return (
    <Confirm opened close={close} title={t(`entry.sure.${move}`, { title })} action={t(`entry.${move}`)} go={() => go(move)} harmless={move !== 'delete'}>
      {t(move === 'archive' && !published ? 'entry.sureHint.archiveDraft' : `entry.sureHint.${move}`)}
    </Confirm>
  );
}
