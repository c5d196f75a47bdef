import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { findEntry } from './entries';
import { otherwise } from './failure';
import type { Entry, EntryDetail } from './types.gen';

/** A row is captured: what was seen stays what was seen, until it is asked for again on purpose. */
const captured = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** A row as it is when a form is opened on it, or null when there is no such row any more. */
export function rowQuery(collection: string, id: string) {
  return queryOptions({
    queryKey: ['rows', collection, 'id', id],
    queryFn: ({ signal }) => readRow(collection, id, signal),
    ...captured,
  });
}

/** The row that has exactly this value, or null. A field that no list filters by finds nothing. */
export function rowByValueQuery(collection: string, field: string, value: string) {
  return queryOptions({
    queryKey: ['rows', collection, field, value],
    queryFn: async ({ signal }) => {
      if (field === 'id') return readRow(collection, value, signal);
      const found = await findEntry(collection, field, value, signal);
      return found ? readRow(collection, found.id, signal) : null;
    },
    ...captured,
  });
}

/** The row as it is now, or null. */
export async function readRow(collection: string, id: string, signal?: AbortSignal): Promise<Entry | null> {
  const detail = await otherwise<EntryDetail>([404], api.get(`/admin/api/entries/${encodeURIComponent(id)}`, { collection }, signal));
  return detail?.entry ?? null;
}
