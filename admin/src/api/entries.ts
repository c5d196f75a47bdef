import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { address, api, type Query } from './client';
import { ApiFailure, otherwise } from './failure';
import type { Entry, EntryDetail, EntrySummary, History, OwnDrafts, Page, Related, Removed, SavedDraft, Statistics } from './types.gen';
import type { Span, Status } from './words';

/** Which entries of a collection, and in which order. */
export interface EntryList {
  collection: string;
  status?: Status | undefined;
  search?: string | undefined;
  filter?: { field: string; value: string } | undefined;
  /** More fields that must have a value, beside the filter. */
  where?: Record<string, string> | undefined;
  /** What else they must be, as keys of the query. */
  conditions?: Record<string, string> | undefined;
  sort?: string | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** The properties that its rows have beside those of the collection's table. */
  fields?: readonly string[] | undefined;
}

/** Every key of a collection's entries begins with these two words. */
const keyOf = (collection: string) => ['entries', collection] as const;

/** What a change of an entry makes stale: lists and statistics of its collection. */
export const staleAfterChange = keyOf;

/**
 * The same when it is known what became of the entry itself: whatever shows it or refers to it, wherever that is.
 * Of one that is gone there is nothing to ask any more.
 */
export function staleElsewhere({ collection, id }: Pick<Entry, 'collection' | 'id'>, gone = false) {
  const known = [...keyOf(collection), 'entry', id].join(' ');
  const past = [[...keyOf(collection), 'history', id], versionsKey(collection, id)].map((key) => key.join(' '));
  return {
    queryKey: ['entries'],
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.join(' ') !== known && !(gone && past.includes(queryKey.join(' '))),
  };
}

/** What tells that an entry has a pending draft: the entry is what it was, these are not. */
export const tellsOfDrafts = {
  queryKey: ['entries'],
  predicate: ({ queryKey: [, collection, what] }: { queryKey: readonly unknown[] }) => ['drafts', ' home'].includes(String(collection)) || ['article', 'list'].includes(String(what)),
};

/** What narrows a list, as keys of its query. */
export function matchOf({ status, search, filter, where = {}, conditions = {} }: EntryList): Record<string, string> {
  const narrowed = Object.fromEntries(Object.entries(where).map(([field, value]) => [`filter.${field}`, value]));
  const said = { ...(status ? { status } : {}), ...(search ? { search } : {}) };
  return { ...said, ...conditions, ...narrowed, ...(filter ? { [`filter.${filter.field}`]: filter.value } : {}) };
}

function queryOf(list: EntryList): Query {
  const { collection, sort, direction, fields } = list;
  return { collection, sort, direction, ...matchOf(list), ...(fields ? { fields: fields.join(',') } : {}) };
}

/** How long a page of a list is, but for the first: that one is shorter, since somebody waits for it. */
export const listPage = 100;

export function entriesQuery(list: EntryList) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(list.collection), 'list', list],
    queryFn: ({ pageParam, signal }) => rowsAfter(list, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The next page that has rows. One by the last change of articles may have none, and more behind it. */
async function rowsAfter(list: EntryList, after: string | null, signal: AbortSignal): Promise<Page<EntrySummary>> {
  for (let cursor = after; ; ) {
    const page = await api.get<Page<EntrySummary>>('/admin/api/entries', { ...queryOf(list), ...(cursor === null ? {} : { cursor, limit: listPage }) }, signal);
    if (page.items.length > 0 || page.nextCursor === null) return page;
    cursor = page.nextCursor;
  }
}

/** Whether something of an entry waits to be published: it, a draft beside it, or one of its languages. */
export const waitsOf = ({ status, hasDraft, translations }: EntrySummary) => status === 'draft' || hasDraft || translations.some((each) => each.status === 'draft' || each.hasDraft);

/** The entries of a collection that a term is found in and that can be published, or unpublished, those that changed last first. */
export function plannedQuery(collection: string, direction: 'publish' | 'unpublish', term: string) {
  const found = (status: string, limit: number, signal: AbortSignal) =>
    api.get<Page<EntrySummary>>('/admin/api/entries', { collection, status, sort: 'updatedAt', direction: 'desc', limit, ...(term ? { search: term } : {}) }, signal).then(({ items }) => items);
  return queryOptions({
    queryKey: [...keyOf(collection), 'planned', direction, term],
    queryFn: async ({ signal }) => {
      if (direction === 'unpublish') return found('published', 20, signal);
      const [drafts, published] = await Promise.all([found('draft', 20, signal), found('published', listPage, signal)]);
      return [...drafts, ...published.filter(waitsOf)];
    },
  });
}

/** Where the same list is had as CSV, all of it, whatever its columns. */
export function exportAddress(list: EntryList): string {
  return address('/admin/api/entries/export', queryOf({ ...list, fields: undefined }));
}

export function statisticsQuery(collection: string, range: Span = '7d') {
  return queryOptions({
    queryKey: [...keyOf(collection), 'statistics', range],
    queryFn: ({ signal }) =>
      api.get<Statistics>(`/admin/api/collections/${encodeURIComponent(collection)}/statistics`, { range }, signal),
  });
}

const pathOf = (id: string) => `/admin/api/entries/${encodeURIComponent(id)}`;

/** An entry with what its form needs. It is asked again whenever somebody comes back to it. */
export function entryQuery(collection: string, id: string) {
  return queryOptions({
    queryKey: [...keyOf(collection), 'entry', id],
    queryFn: ({ signal }) => api.get<EntryDetail>(pathOf(id), { collection }, signal),
    staleTime: 5_000,
    refetchOnWindowFocus: 'always',
  });
}

/** The lists of a collection that were asked for, whatever they show. */
export const listsOf = (collection: string) => [...keyOf(collection), 'list'] as const;

/** What happened to an entry, the newest first. */
export function historyQuery(collection: string, id: string) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(collection), 'history', id],
    queryFn: ({ pageParam, signal }) =>
      api.get<History>(`${pathOf(id)}/history`, { collection, limit: 20, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Under which key the versions of an entry are known: a change of it makes them stale. */
export const versionsKey = (collection: string, id: string) => [...keyOf(collection), 'versions', id] as const;

/** How many entries of each relation an entry comes with; its cursors hold for pages of that size. */
const relatedPage = 20;

/** The entries that refer to one, behind those that came with it. */
export function relatedQuery({ collection, relationship, nextCursor }: Related) {
  const { childField, parentValue } = relationship;
  return infiniteQueryOptions({
    queryKey: [...keyOf(collection), 'related', childField, parentValue, nextCursor],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<EntrySummary>>(
        '/admin/api/entries',
        { collection, [`filter.${childField}`]: String(parentValue), limit: relatedPage, cursor: pageParam ?? undefined },
        signal,
      ),
    initialPageParam: nextCursor,
    getNextPageParam: (page) => page.nextCursor,
    enabled: false,
  });
}

/** All of the entries that refer to one. */
export async function relatedEntries(related: Related): Promise<EntrySummary[]> {
  const { collection, relationship, entries } = related;
  const query = { collection, [`filter.${relationship.childField}`]: String(relationship.parentValue), limit: relatedPage };
  const all = [...entries];
  for (let cursor = related.nextCursor; cursor !== null; ) {
    const page = await api.get<Page<EntrySummary>>('/admin/api/entries', { ...query, cursor });
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

/** The entry that has exactly this value in a field, null for none, also where no filter takes the field or the value. */
export async function findEntry(collection: string, field: string, value: unknown, signal?: AbortSignal): Promise<EntrySummary | null> {
  const query = { collection, [`filter.${field}`]: String(value), limit: 1 };
  const page = await otherwise<Page<EntrySummary>>([400], api.get('/admin/api/entries', query, signal));
  return page?.items[0] ?? null;
}

export function entryByQuery(collection: string, field: string, value: unknown) {
  return queryOptions({
    queryKey: [...keyOf(collection), 'by', field, value],
    queryFn: ({ signal }) => findEntry(collection, field, value, signal),
  });
}

/** With an id of one's own it can be sent again where no answer came: one that was made already is a CONFLICT. */
export function createEntry(collection: string, data: Record<string, unknown>, id?: string): Promise<EntryDetail> {
  return api.post<EntryDetail>('/admin/api/entries', { data, ...(id === undefined ? {} : { id }) }, { collection });
}

/** Changes the version that was seen. A CONFLICT carries the entry as it is now: see currentRow. */
export function patchEntry({ collection, id, version }: Seen, data: Record<string, unknown>): Promise<EntryDetail> {
  return api.patch<EntryDetail>(pathOf(id), { data, expectedVersion: version }, { collection });
}

/** The entry as it is now, when a failure says that another version was seen. */
export function currentRow(error: unknown): Entry | undefined {
  if (!(error instanceof ApiFailure) || error.code !== 'CONFLICT') return undefined;
  const row = error.diagnostic?.value as Partial<Entry> | null | undefined;
  return typeof row?.version === 'number' && typeof row.id === 'string' ? (row as Entry) : undefined;
}

/** What can be done to an entry as a whole. */
export type EntryMove = 'publish' | 'unpublish' | 'archive' | 'delete';

/** An entry as it was seen: with the counter of its pending draft, where it has one. */
export type Seen = Pick<Entry, 'collection' | 'id' | 'version'> & { draft?: { counter: number } | undefined };

/** Makes the move on the version that was seen: a later change by somebody else is a CONFLICT. A publish is of the draft. */
export function moveEntry({ collection, id, version, draft }: Seen, move: EntryMove): Promise<EntryDetail | Removed> {
  if (move === 'delete') return api.delete<Removed>(pathOf(id), { collection, expectedVersion: version });
  const seen = move === 'publish' ? { expectedDraft: draft?.counter ?? 0 } : {};
  return api.post<EntryDetail>(`${pathOf(id)}/${move}`, { expectedVersion: version, ...seen }, { collection });
}

/** Keeps changes beside the entry, as its pending draft. `goesOn`: it is one of the version that was seen from then on. */
export function saveDraft({ collection, id, version, draft }: Seen, data: Record<string, unknown>, goesOn = true): Promise<SavedDraft> {
  return api.patch<SavedDraft>(`${pathOf(id)}/draft`, { data, expectedDraft: draft?.counter ?? 0, ...(goesOn ? { expectedVersion: version } : {}) }, { collection });
}

export function discardDraft({ collection, id, draft }: Seen): Promise<Removed> {
  return api.delete<Removed>(`${pathOf(id)}/draft`, { collection, expectedDraft: draft?.counter });
}

/** Makes the pending draft of an entry that is a draft itself the entry. */
export function keepDraft({ collection, id, draft }: Seen): Promise<EntryDetail> {
  return api.post<EntryDetail>(`${pathOf(id)}/draft/keep`, { expectedDraft: draft?.counter }, { collection });
}

/** What the reader has begun or changed, and not published. */
export function ownDraftsQuery() {
  return queryOptions({ queryKey: ['entries', 'drafts'], queryFn: ({ signal }) => api.get<OwnDrafts>('/admin/api/drafts', {}, signal) });
}
