import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { Seen } from './entries';
import type { Entry, EntryDetail, EntryVersion, Page, VersionName, VersionState } from './types.gen';

const pathOf = (id: string) => `/admin/api/entries/${encodeURIComponent(id)}/versions`;

/** How many versions a page has. */
export const versionsPage = 50;

/** A page of the versions of an entry, the newest first, without what they held. */
export function fetchVersions({ collection, id }: Pick<Entry, 'collection' | 'id'>, cursor: string | null, signal: AbortSignal): Promise<Page<EntryVersion>> {
  return api.get<Page<EntryVersion>>(pathOf(id), { collection, limit: versionsPage, cursor: cursor ?? undefined }, signal);
}

/** What makes the lists of versions stale, whichever entries they are of. */
export const staleVersions = { queryKey: ['entries'], predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === 'versions' };

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
export function restoreVersion({ collection, id, version: expectedVersion, draft }: Seen, version: number, field?: string): Promise<EntryDetail> {
  return api.post<EntryDetail>(`${pathOf(id)}/${version}/restore`, { expectedVersion, expectedDraft: draft?.counter ?? 0, ...(field === undefined ? {} : { field }) }, { collection });
}

/** Gives a version a name, or takes it away. */
export function nameVersion({ collection, id }: Pick<Entry, 'collection' | 'id'>, version: number, name: string | null): Promise<VersionName> {
  return api.post<VersionName>(`${pathOf(id)}/${version}/name`, { name }, { collection });
}
