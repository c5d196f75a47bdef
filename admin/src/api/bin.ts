import { infiniteQueryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { Bin, BinEntry, BinReturn, Removed, Returned } from './types.gen';

/** What of the bin is wanted: of a collection with its translations, and what is called so in any language. */
export interface BinSearch {
  q?: string;
  collection?: string;
}

/** What was deleted and can come back, an article once, the last first. */
export const binQuery = ({ q, collection }: BinSearch) =>
  infiniteQueryOptions({
    queryKey: ['bin', collection, q],
    queryFn: ({ pageParam, signal }) => api.get<Bin>('/admin/api/bin', { collection, search: q, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

const pathOf = ({ id }: Pick<BinEntry, 'id'>) => `/admin/api/bin/${encodeURIComponent(id)}`;

type Binned = Pick<BinEntry, 'id' | 'collection'>;

/** Brings an entry back with the translations that were deleted with it; `earlier`: and with those that were deleted before it. */
export const returnEntry = (entry: Binned, earlier = false): Promise<Returned> =>
  api.post<Returned>(`${pathOf(entry)}/restore`, { ...({ earlier } satisfies BinReturn) }, { collection: entry.collection });

/** Ends an entry for good, with its translations in the bin. */
export const eraseEntry = (entry: Binned): Promise<Removed> => api.delete<Removed>(pathOf(entry), { collection: entry.collection });
