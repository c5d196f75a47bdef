import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { changeMany, type BulkOutcome, type BulkTarget, type BulkWish } from '../../api/bulk';
import type { EntryMove } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import { bootstrapQuery, findCollection, useBootstrap } from '../../api/session';
import type { BulkDone, BulkLeft, Collection, EntryCount } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { countOf, isUndoable, sameOf, wayBack } from '../../lists/bulk';
import { deedOf } from '../../lists/listChange';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { notifyUndoable } from '../../ui/undo';
import { reasonFailure, reasonOf, type Deed } from '../../values/reasons';
import { giveBack } from './giveBack';
import { useTellDeleted } from '../bin/deletion';
import { useNamedTitles } from '../../values/useTitles';

interface Bulk {
  target: BulkTarget;
  wish: BulkWish;
  /** How many entries there are, as far as is known. */
  total: EntryCount;
  /** Takes back what such a change did. */
  undoes?: BulkDone[];
}

/** Changes entries, tells how far it is, and says in the end what was done and what was not, with a way back. `after` hears what became of them. */
export function useBulk(collection: Collection, after: (outcome: BulkOutcome, wish: BulkWish) => void) {
  const speech = useSpeech();
  const { t, plural, number } = speech;
  const queries = useQueryClient();
  const { collections } = useBootstrap();
  const named = useNamedTitles();
  const tellDeleted = useTellDeleted();
  const why = (left: BulkLeft, deed: Deed) => {
    const reason = reasonOf(findCollection(collections, left.collection), left.diagnostic, speech, deed);
    return left.title === '' ? reason : t('why.of', { title: named(left), reason });
  };
  const told = (outcome: BulkOutcome, wish: BulkWish) => {
    const { done } = outcome;
    const entries = plural(`bulk.done.${deedOf(wish)}`, countOf(done));
    const translations = done.filter(({ translates }) => translates !== null).length;
    const same = sameOf(outcome, wish);
    if (same > 0) return done.length > 0 ? t('bulk.doneSame', { entries, same: plural('bulk.same', same) }) : plural('bulk.same', same);
    return translations === 0 ? entries : t('bulk.doneWith', { entries, translations: plural('bulk.languages', translations) });
  };
  const tell = (outcome: BulkOutcome, { wish, target, undoes, total }: Bulk) => {
    const { done, left, stopped } = outcome;
    if (done.length > 0 && undoes) notifyDone(speech, plural('bulk.undone', countOf(undoes.filter(({ id }) => done.some((each) => each.id === id)))));
    else if (done.length > 0 && isUndoable(done, wish)) notifyUndoable(speech, told(outcome, wish), () => mutate({ target, wish, total: { count: done.length, more: false }, undoes: done }));
    else if (done.length > 0 && wish.action === 'delete') tellDeleted(told(outcome, wish), deletedAlone(done), (count) => plural('bulk.undone', count));
    else if (done.length > 0 || sameOf(outcome, wish) > 0) notifyDone(speech, told(outcome, wish));
    const [first, ...others] = left;
    if (first) notifyFailure(speech, new Error(why(first, wish.action)), plural('bulk.failed', others.length + 1));
    if (stopped !== undefined) notifyFailure(speech, reasonFailure(stopped, collection, speech, wish.action), t('bulk.stopped', { done: number(outcome.tried), total: number(total.count) }));
  };
  const [finished, setFinished] = useState(0);
  const { mutate, mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ target, wish, undoes }: Bulk) => (undoes ? takeBack(undoes, wish, setFinished) : changeMany(collection.name, target, wish, setFinished)),
    onMutate: () => setFinished(0),
    onSuccess: (outcome, bulk) => {
      tell(outcome, bulk);
      after(outcome, bulk.wish);
    },
    onError: (error, { wish }) => {
      notifyFailure(speech, reasonFailure(error, collection, speech, wish.action), t('trouble.notDone'));
      if (error instanceof ApiFailure && error.status === 403) void queries.refetchQueries({ queryKey: bootstrapQuery.queryKey });
    },
    // Translations are entries of other collections; what is published has no time any more at which it would be.
    onSettled: () => Promise.all(['entries', 'moves'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  /** What became of it; undefined where it failed as a whole. */
  const run = (target: BulkTarget, wish: BulkWish, total: EntryCount) => mutateAsync({ target, wish, total }).catch(() => undefined);
  return { run, pending: isPending, finished, total: variables?.total ?? { count: 0, more: false } };
}

/** What was deleted, but for the translations that went with their entry: they come back with it. */
const deletedAlone = (done: readonly BulkDone[]) => done.filter(({ translates }) => !done.some(({ id }) => id === translates)).map(({ collection, id }) => ({ collection, id }));

const takeBack = (done: readonly BulkDone[], { action, field = '' }: BulkWish, tell: (tried: number) => void): Promise<BulkOutcome> =>
  action === 'set' ? giveBack(done, field, tell) : undo(done, action, tell);

/** Leads entries back to the state that they had, step by step, each from the version that the last step left. */
async function undo(done: readonly BulkDone[], action: EntryMove, tell: (tried: number) => void): Promise<BulkOutcome> {
  const all: BulkOutcome = { done: [], left: [], tried: 0 };
  const groups = new Map<string, BulkDone[]>();
  for (const each of done) {
    const key = `${each.before} ${each.collection}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    let now: { id: string; version: number }[] = group.map(({ id, version }) => ({ id, version }));
    let last: BulkDone[] = [];
    for (const step of wayBack(first.before, action)) {
      const result = await changeMany(first.collection, { ids: now }, { action: step }, () => undefined);
      all.left.push(...result.left);
      last = result.done;
      now = last.map(({ id, version }) => ({ id, version }));
      if (result.stopped !== undefined) return { ...all, done: [...all.done, ...last], stopped: result.stopped };
    }
    all.done.push(...last);
    all.tried += group.length;
    tell(all.tried);
  }
  return all;
}
