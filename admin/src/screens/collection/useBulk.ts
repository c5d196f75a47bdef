import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { changeMany, type BulkTarget, type BulkWish } from '../../api/bulk';
import { ApiFailure } from '../../api/failure';
import { bootstrapQuery, findCollection, useBootstrap } from '../../api/session';
import type { BulkDone, BulkLeft, Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { wayBack } from '../../lists/bulk';
import { part } from '../../app/part';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { notifyUndoable } from '../../ui/undo';
import type { Deed } from '../../values/reasons';

interface Bulk {
  target: BulkTarget;
  wish: BulkWish;
  /** How many entries there are, as far as is known. */
  total: number;
  /** Takes back what such a change did. */
  undoes?: BulkDone[];
}

interface Outcome {
  done: BulkDone[];
  left: BulkLeft[];
}

// They come when something was not done.
const reasons = part(() => import('../../values/reasons'));

/** Changes entries, tells how far it is, and says in the end what was done and what was not, with a way back. */
export function useBulk(collection: Collection, clear: () => void) {
  const speech = useSpeech();
  const { t, plural } = speech;
  const queries = useQueryClient();
  const { collections } = useBootstrap();
  const why = async ({ title, collection: of, diagnostic }: BulkLeft, deed: Deed) => {
    const reason = await reasons().then(
      ({ reasonOf }) => reasonOf(findCollection(collections, of), diagnostic, speech, deed),
      () => diagnostic.message,
    );
    return title === '' ? reason : t('why.of', { title, reason });
  };
  const tellLeft = async ([first, ...others]: readonly BulkLeft[], deed: Deed) => {
    if (first) notifyFailure(speech, new Error(await why(first, deed)), plural('bulk.failed', others.length + 1));
  };
  const [finished, setFinished] = useState(0);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ target, wish, undoes }: Bulk) => (undoes ? undo(undoes, wish, setFinished) : changeMany(collection.name, target, wish, setFinished)),
    onMutate: () => setFinished(0),
    onSuccess: ({ done, left }: Outcome, { wish, target, undoes }) => {
      const { action } = wish;
      const own = done.filter((each) => each.collection === collection.name);
      const count = own.length || done.length;
      const back = action === 'set' || action === 'delete' ? [] : done;
      if (done.length > 0 && undoes) notifyDone(speech, plural('bulk.undone', count));
      else if (back.length > 0) notifyUndoable(speech, plural(`bulk.done.${action}`, count), () => mutate({ target, wish, total: back.length, undoes: back }));
      else if (done.length > 0) notifyDone(speech, plural(`bulk.done.${action}`, count));
      void tellLeft(left, action);
      clear();
    },
    onError: (error) => {
      notifyFailure(speech, error, t('trouble.notDone'));
      if (error instanceof ApiFailure && error.status === 403) void queries.refetchQueries({ queryKey: bootstrapQuery.queryKey });
    },
    // Translations are entries of other collections.
    onSettled: () => queries.invalidateQueries({ queryKey: ['entries'] }),
  });
  const run = (target: BulkTarget, wish: BulkWish, total: number) => mutate({ target, wish, total });
  return { run, pending: isPending, finished, total: variables?.total ?? 0 };
}

/** Leads entries back to the state that they had, step by step, each from the version that the last step left. */
async function undo(done: readonly BulkDone[], { action }: BulkWish, tell: (tried: number) => void): Promise<Outcome> {
  const all: Outcome = { done: [], left: [] };
  const groups = new Map<string, BulkDone[]>();
  for (const each of done) {
    const key = `${each.before} ${each.collection}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (!first || action === 'set') continue;
    let now: { id: string; version: number }[] = group.map(({ id, version }) => ({ id, version }));
    let last: BulkDone[] = [];
    for (const step of wayBack(first.before, action)) {
      const result = await changeMany(first.collection, { ids: now }, { action: step }, () => undefined);
      all.left.push(...result.left);
      last = result.done;
      now = last.map(({ id, version }) => ({ id, version }));
    }
    all.done.push(...last);
    tell(all.done.length + all.left.length);
  }
  return all;
}

