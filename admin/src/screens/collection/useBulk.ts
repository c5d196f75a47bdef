import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { moveEntry, staleAfterChange, type EntryMove } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import { bootstrapQuery } from '../../api/session';
import type { Collection, Entry, EntrySummary } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { allows, runEach, wayBack } from '../../lists/bulk';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { notifyUndoable } from '../../ui/undo';

type Version = Pick<Entry, 'collection' | 'id' | 'version'>;

/** Moves for one entry, one after the other. */
interface Task {
  entry: Version;
  status: EntrySummary['status'];
  moves: readonly EntryMove[];
}

interface Bulk {
  tasks: Task[];
  move: EntryMove;
  /** Takes back what such a move did. */
  undoes?: boolean;
}

/** Moves entries, tells how far it is, and says in the end what was done and what was not, with a way back. */
export function useBulk(collection: Collection, clear: () => void) {
  const speech = useSpeech();
  const { t, plural } = speech;
  const queries = useQueryClient();
  const [finished, setFinished] = useState(0);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ tasks }: Bulk) => runEach(tasks, moveAll, setFinished),
    onMutate: () => setFinished(0),
    onSuccess: ({ done, failed }, { move, undoes }) => {
      const back = done.flatMap(({ item, answer }) => (answer ? [{ entry: answer, status: item.status, moves: wayBack(item.status, move) }] : []));
      if (done.length > 0 && undoes) notifyDone(speech, plural('bulk.undone', done.length));
      else if (done.length > 0 && back.length > 0) notifyUndoable(speech, plural(`bulk.done.${move}`, done.length), () => mutate({ tasks: back, move, undoes: true }));
      else if (done.length > 0) notifyDone(speech, plural(`bulk.done.${move}`, done.length));
      if (failed[0]) notifyFailure(speech, reasonOf(failed[0].error, t('trouble.conflict')), plural('bulk.failed', failed.length));
      if (failed.some(({ error }) => error instanceof ApiFailure && error.status === 403)) void queries.refetchQueries({ queryKey: bootstrapQuery.queryKey });
      clear();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: staleAfterChange(collection.name) }),
  });
  const move = (entries: EntrySummary[], move: EntryMove) =>
    mutate({ tasks: entries.filter((each) => allows(each, move, collection)).map((entry) => ({ entry, status: entry.status, moves: [move] })), move });
  return { move, pending: isPending, finished, total: variables?.tasks.length ?? 0 };
}

/** The entry as the last of its moves left it; undefined when it is gone. */
async function moveAll({ entry, moves }: Task): Promise<Version | undefined> {
  let now: Version | undefined = entry;
  for (const each of moves) {
    const answer = await moveEntry(now ?? entry, each);
    now = 'entry' in answer ? answer.entry : undefined;
  }
  return now;
}

function reasonOf(error: unknown, conflict: string): unknown {
  return error instanceof ApiFailure && error.code === 'CONFLICT' && error.diagnostic?.value ? new Error(conflict) : error;
}
