import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { NamedEntry, ReleaseDetail, ReleaseEntry, Releases, ReleaseTime, Removed } from './types.gen';

const root = '/admin/api/releases';
const pathOf = (id: string) => `${root}/${encodeURIComponent(id)}`;

/** The releases that are not published, the newest first. */
export const waitingReleasesQuery = queryOptions({
  queryKey: ['releases', 'waiting'],
  queryFn: ({ signal }) => api.get<Releases>(root, {}, signal),
});

/** Those that are, the last one first. */
export const publishedReleasesQuery = infiniteQueryOptions({
  queryKey: ['releases', 'published'],
  queryFn: ({ pageParam, signal }) => api.get<Releases>(root, { state: 'published', limit: 20, cursor: pageParam ?? undefined }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** One with its entries, and what is in the way of each. */
export function releaseQuery(id: string) {
  return queryOptions({
    queryKey: ['releases', 'one', id],
    queryFn: ({ signal }) => api.get<ReleaseDetail>(pathOf(id), {}, signal),
  });
}

/** The releases that an entry waits in. */
export function releasesOfQuery({ collection, id }: NamedEntry) {
  return queryOptions({
    queryKey: ['releases', 'of', collection, id],
    queryFn: ({ signal }) => api.get<Releases>(`/admin/api/entries/${encodeURIComponent(id)}/releases`, { collection }, signal),
    select: ({ items }) => items,
  });
}

export const createRelease = (name: string): Promise<ReleaseDetail> => api.post<ReleaseDetail>(root, { name });

export const renameRelease = (id: string, name: string): Promise<ReleaseDetail> => api.patch<ReleaseDetail>(pathOf(id), { name });

export const deleteRelease = (id: string): Promise<Removed> => api.delete<Removed>(pathOf(id));

/** Adds entries, and with `translations` those of their languages that have something to publish. */
export const addToRelease = (id: string, entries: readonly NamedEntry[], translations: boolean): Promise<ReleaseDetail> =>
  api.post<ReleaseDetail>(`${pathOf(id)}/entries`, { entries, translations });

export const removeFromRelease = (id: string, entry: NamedEntry): Promise<ReleaseDetail> =>
  api.delete<ReleaseDetail>(`${pathOf(id)}/entries/${encodeURIComponent(entry.id)}`, { collection: entry.collection });

/** Publishes a release as its entries were seen. */
export const publishRelease = (id: string, seen: readonly ReleaseEntry[]): Promise<ReleaseDetail> =>
  api.post<ReleaseDetail>(`${pathOf(id)}/publish`, {
    entries: seen.map(({ collection, id: entry, version, draft }) => ({ collection, id: entry, expectedVersion: version, expectedDraft: draft })),
  });

export const scheduleRelease = (id: string, time: ReleaseTime): Promise<ReleaseDetail> => api.post<ReleaseDetail>(`${pathOf(id)}/schedule`, { ...time });

export const unscheduleRelease = (id: string): Promise<ReleaseDetail> => api.delete<ReleaseDetail>(`${pathOf(id)}/schedule`);
