import { infiniteQueryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { Bin, BinEntry, Removed, Returned } from './types.gen';

/** What was deleted and can come back, the last first. */
export const binQuery = infiniteQueryOptions({
  queryKey: ['bin'],
  queryFn: ({ pageParam, signal }) => api.get<Bin>('/admin/api/bin', { cursor: pageParam ?? undefined }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

const pathOf = ({ id }: BinEntry) => `/admin/api/bin/${encodeURIComponent(id)}`;

/** Brings an entry back, with its translations. */
export const returnEntry = (entry: BinEntry): Promise<Returned> => api.post<Returned>(`${pathOf(entry)}/restore`, {}, { collection: entry.collection });

/** Ends an entry for good. */
export const eraseEntry = (entry: BinEntry): Promise<Removed> => api.delete<Removed>(pathOf(entry), { collection: entry.collection });
