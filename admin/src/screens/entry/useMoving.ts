import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { currentRow, moveEntry, type EntryMove } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import { findings, isFilled } from '../../forms/findings';
import type { EditorOptions } from './editor';
import { moved } from './edits';
import type { EditState } from './useEditState';
import type { Saving } from './useSaving';
import { workingOf, type Working } from './working';

/** Moves an entry with what is typed on it: publishing saves first, and one move is made at a time. */
export function useMoving(state: EditState, saving: Saving, { collection, hidden = [], filled = [] }: EditorOptions) {
  const { rows, detail, stored, attempt, fail, asked, latest, edit, unread, value, newer, learn } = state;
  const { mutateAsync, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ row, kind }: { row: Working; kind: EntryMove }) => moveEntry(row, kind),
    onMutate: () => attempt.forgive(),
    onSuccess: (done, { row }) => {
      const now = latest();
      if ('removed' in done) {
        edit(undefined);
        learn(undefined);
        rows.forget(row);
        return;
      }
      rows.keep(done);
      learn(done);
      if (now) edit(moved(now, row, workingOf(done)));
    },
    onError: (error, { row, kind }) => {
      fail(error, currentRow(error), kind);
      if (error instanceof ApiFailure && error.code === 'CONFLICT') void rows.read(row).catch(() => undefined);
    },
  });
  const [going, setGoing] = useState<EntryMove>();
  const underway = useRef(false);
  /** Says in the form what keeps the entry from being published, as far as the form knows. */
  const tellLacking = (): boolean => {
    const lacking = newer || unread.first !== undefined ? [] : findings(value, collection.schema);
    const shown = lacking.filter((finding) => !hidden.includes(String(finding.path[0])) && !isFilled(finding, filled));
    if (shown.length > 0) saving.keepBack('publish');
    return shown.length > 0;
  };
  const toPublish = (): Promise<Working | undefined> => (tellLacking() ? Promise.resolve(undefined) : saving.save(false));
  /** What was typed into a draft goes with it, into the archive and into the bin. */
  const toMove = async (): Promise<Working | undefined> => (stored?.status === 'draft' && (stored.draft || latest()) ? ((await saving.saveByHand()) ?? stored) : stored);
  const makeMove = async (kind: EntryMove): Promise<boolean> => {
    const row = await (kind === 'publish' ? toPublish() : toMove());
    if (!row) return false;
    if (kind === 'publish' && isOut(row)) return true;
    const then = kind === 'publish' && row.draft && detail ? await asked({ base: detail.entry, value: row.data }) : () => undefined;
    if (!then) return false;
    return mutateAsync({ row, kind }).then(
      async (done) => {
        if (!('removed' in done)) await then(done.entry);
        return true;
      },
      () => false,
    );
  };
  const move = async (kind: EntryMove): Promise<boolean> => {
    if (underway.current) return false;
    underway.current = true;
    setGoing(kind);
    return makeMove(kind).finally(() => {
      underway.current = false;
      setGoing(undefined);
    });
  };
  return { move, tellLacking, going, isPending };
}

/** Whether readers see an entry as it is: what was typed back to that has ended its draft, and nothing is left to publish (decision 375). */
const isOut = ({ status, draft }: Working): boolean => status === 'published' && !draft;
