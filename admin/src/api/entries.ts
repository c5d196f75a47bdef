import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { address, api, type Query } from './client';
import type { EntryDetail, EntrySummary, Page, Removed, Statistics } from './types.gen';
import type { Span, Status } from './words';

/** Which entries of a collection, and in which order. */
export interface EntryList {
  collection: string;
  status?: Status | undefined;
  search?: string | undefined;
  filter?: { field: string; value: string } | undefined;
  sort?: string | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

/** Every key of a collection's entries begins with these two words. */
const keyOf = (collection: string) => ['entries', collection] as const;

/** What a change of an entry makes stale: lists and statistics of its collection. */
export const staleAfterChange = keyOf;

function queryOf({ collection, status, search, filter, sort, direction }: EntryList): Query {
  return { collection, status, search, sort, direction, ...(filter ? { [`filter.${filter.field}`]: filter.value } : {}) };
}

export function entriesQuery(list: EntryList) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(list.collection), 'list', list],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<EntrySummary>>('/admin/api/entries', { ...queryOf(list), cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The entries of a collection that changed last. */
export function recentQuery(collection: string) {
  return queryOptions({
    queryKey: [...keyOf(collection), 'recent'],
    queryFn: ({ signal }) =>
      api.get<Page<EntrySummary>>('/admin/api/entries', { collection, sort: 'updatedAt', direction: 'desc', limit: mostRecent }, signal),
    select: ({ items }) => items,
  });
}

/** How many entries that changed last are shown. */
export const mostRecent = 10;

/** Where the same list is had as CSV, all of it. */
export function exportAddress(list: EntryList): string {
  return address('/admin/api/entries/export', queryOf(list));
}

export function statisticsQuery(collection: string, range: Span = '7d') {
  return queryOptions({
    queryKey: [...keyOf(collection), 'statistics', range],
    queryFn: ({ signal }) =>
      api.get<Statistics>(`/admin/api/collections/${encodeURIComponent(collection)}/statistics`, { range }, signal),
  });
}

/** What can be done to an entry from a list. */
export type EntryMove = 'publish' | 'unpublish' | 'archive' | 'delete';

/** Makes the move on the version that was seen: a later change by somebody else is a CONFLICT. */
export function moveEntry(entry: EntrySummary, move: EntryMove): Promise<EntryDetail | Removed> {
  const path = `/admin/api/entries/${encodeURIComponent(entry.id)}`;
  const { collection, version } = entry;
  if (move === 'delete') return api.delete<Removed>(path, { collection, expectedVersion: version });
  return api.post<EntryDetail>(`${path}/${move}`, { expectedVersion: version }, { collection });
}
