import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { versionsKey } from './entries';
import type { Entry, EntryDetail, EntryVersion, Page, VersionName, VersionState } from './types.gen';

const pathOf = (id: string) => `/admin/api/entries/${encodeURIComponent(id)}/versions`;

/** How many versions a page has. */
export const versionsPage = 50;

/** The versions of an entry, the newest first, without what they held. */
export function versionsQuery(collection: string, id: string) {
  return infiniteQueryOptions({
    queryKey: versionsKey(collection, id),
    queryFn: ({ pageParam, signal }) => api.get<Page<EntryVersion>>(pathOf(id), { collection, limit: versionsPage, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** What a version held. It never changes; whether it is still kept does. */
export function versionQuery(collection: string, id: string, version: number) {
  return queryOptions({
    queryKey: ['version', collection, id, version],
    queryFn: ({ signal }) => api.get<VersionState>(`${pathOf(id)}/${version}`, { collection }, signal),
    staleTime: Infinity,
    retry: false,
  });
}

/** Writes what a version held over the entry as it was seen, as a draft: one property, or all. */
export function restoreVersion({ collection, id, version: expectedVersion }: Entry, version: number, field?: string): Promise<EntryDetail> {
  return api.post<EntryDetail>(`${pathOf(id)}/${version}/restore`, { expectedVersion, ...(field === undefined ? {} : { field }) }, { collection });
}

/** Gives a version a name, or takes it away. */
export function nameVersion({ collection, id }: Pick<Entry, 'collection' | 'id'>, version: number, name: string | null): Promise<VersionName> {
  return api.post<VersionName>(`${pathOf(id)}/${version}/name`, { name }, { collection });
}
