import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { BulkAction, BulkChange, BulkDone, BulkLeft, BulkPart, BulkReason, BulkResult, Foresight } from './types.gen';

/** Which entries: those of some versions, or all that a list narrows to. */
export type BulkTarget = { ids: { id: string; version: number }[] } | { match: Record<string, string> };

/** What is done to them. */
export interface BulkWish {
  action: BulkAction;
  field?: string;
  /** Missing where the field is emptied. */
  value?: unknown;
  /** In place of a value: what comes into a list, or goes out of it. */
  add?: unknown[];
  remove?: unknown[];
  translations?: boolean;
  /** A publish takes back the times at which the same would be published. */
  endTimes?: boolean;
}

/** What was done, and what was left. `stopped`: why the rest was not tried. */
export interface BulkOutcome {
  done: BulkDone[];
  left: BulkLeft[];
  tried: number;
  stopped?: unknown;
}

/** How many entries the service takes by name at once. */
const mostNamed = 200;

/** How many are looked at before anything is done, as the service does with those that match. */
const mostForeseen = 1000;

const send = <Answer>(collection: string, body: BulkChange) => api.post<Answer>('/admin/api/entries/bulk', body, { collection });

/** What a change would do, as the service sees it now. */
export function foresightQuery(collection: string, target: BulkTarget, wish: BulkWish) {
  return queryOptions({
    queryKey: ['entries', collection, 'foresight', target, wish],
    queryFn: () => foresee(collection, target, wish),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Asks call by call for those that are named, as they are changed, and says when there are more than were looked at. */
export async function foresee(collection: string, target: BulkTarget, wish: BulkWish): Promise<Foresight> {
  const ask = (some: BulkTarget) => send<Foresight>(collection, { ...wish, ...some, foresee: true });
  if (!('ids' in target)) return ask(target);
  const { ids } = target;
  let all = await ask({ ids: ids.slice(0, mostNamed) });
  for (let i = mostNamed; i < Math.min(ids.length, mostForeseen); i += mostNamed) all = together(all, await ask({ ids: ids.slice(i, i + mostNamed) }));
  return { ...all, more: ids.length > mostForeseen };
}

const mostFirst = 5;

const together = (a: Foresight, b: Foresight): Foresight => ({
  entries: sum(a.entries, b.entries),
  translations: sum(a.translations, b.translations),
  unread: a.unread + b.unread,
  first: [...a.first, ...b.first].slice(0, mostFirst),
  more: a.more || b.more,
});

const sum = (a: BulkPart, b: BulkPart): BulkPart => ({
  change: a.change + b.change,
  stay: a.stay + b.stay,
  same: (a.same ?? 0) + (b.same ?? 0),
  served: a.served + b.served,
  drafted: a.drafted + b.drafted,
  reasons: b.reasons.reduce(counted, a.reasons),
});

/** Counts a reason among those that say the same. */
function counted(all: BulkReason[], one: BulkReason): BulkReason[] {
  const same = all.find((each) => each.code === one.code && each.path === one.path && each.message === one.message);
  return same ? all.map((each) => (each === same ? { ...each, count: each.count + one.count } : each)) : [...all, one];
}

/** Changes entries call by call, and tells after each how many were tried. What was done before a call that failed stays done, and is told. */
export async function changeMany(collection: string, target: BulkTarget, wish: BulkWish, tell: (tried: number) => void): Promise<BulkOutcome> {
  const all: BulkOutcome = { done: [], left: [], tried: 0 };
  try {
    for await (const { done, left, tried } of calls(collection, target, wish)) {
      all.done.push(...done);
      all.left.push(...left);
      all.tried += tried;
      tell(all.tried);
    }
  } catch (error) {
    if (all.tried === 0) throw error;
    all.stopped = error;
  }
  return all;
}

async function* calls(collection: string, target: BulkTarget, wish: BulkWish): AsyncGenerator<BulkResult> {
  if ('ids' in target) {
    for (let i = 0; i < target.ids.length; i += mostNamed) yield await send<BulkResult>(collection, { ...wish, ids: target.ids.slice(i, i + mostNamed) });
    return;
  }
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const result: BulkResult = await send<BulkResult>(collection, { ...wish, ...target, ...(cursor ? { cursor } : {}) });
    yield result;
    cursor = result.nextCursor;
  }
}
