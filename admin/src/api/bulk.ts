import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { BulkAction, BulkChange, BulkDone, BulkLeft, BulkResult, Foresight } from './types.gen';

/** Which entries: those of some versions, or all that a list narrows to. */
export type BulkTarget = { ids: { id: string; version: number }[] } | { match: Record<string, string> };

/** What is done to them. */
export interface BulkWish {
  action: BulkAction;
  field?: string;
  /** Missing where the field is emptied. */
  value?: unknown;
  translations?: boolean;
}

/** How many entries the service takes by name at once. */
const mostNamed = 200;

const send = <Answer>(collection: string, body: BulkChange) => api.post<Answer>('/admin/api/entries/bulk', body, { collection });

/** What a change would do, as the service sees it now. */
export function foresightQuery(collection: string, target: BulkTarget, wish: BulkWish) {
  return queryOptions({
    queryKey: ['entries', collection, 'foresight', target, wish],
    queryFn: () => send<Foresight>(collection, { ...wish, ...firstOf(target), foresee: true }),
    staleTime: 0,
    gcTime: 0,
  });
}

const firstOf = (target: BulkTarget): BulkTarget => ('ids' in target ? { ids: target.ids.slice(0, mostNamed) } : target);

/** Changes entries call by call, and tells after each how many were tried. */
export async function changeMany(collection: string, target: BulkTarget, wish: BulkWish, tell: (tried: number) => void): Promise<{ done: BulkDone[]; left: BulkLeft[] }> {
  const all: { done: BulkDone[]; left: BulkLeft[] } = { done: [], left: [] };
  const add = ({ done, left }: BulkResult) => {
    all.done.push(...done);
    all.left.push(...left);
    tell(all.done.length + all.left.length);
  };
  if ('ids' in target) {
    for (let i = 0; i < target.ids.length; i += mostNamed) add(await send<BulkResult>(collection, { ...wish, ids: target.ids.slice(i, i + mostNamed) }));
    return all;
  }
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const result: BulkResult = await send<BulkResult>(collection, { ...wish, ...target, ...(cursor ? { cursor } : {}) });
    add(result);
    cursor = result.nextCursor;
  }
  return all;
}
