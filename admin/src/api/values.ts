import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { UsedValues } from './types.gen';

/** The texts that entries of a collection have in the lists of a field and that contain a term, best first. */
export function usedValuesQuery(collection: string, field: string, search: string) {
  return queryOptions({
    queryKey: ['entries', collection, 'values', field, search],
    queryFn: ({ signal }) => api.get<UsedValues>(`/admin/api/collections/${encodeURIComponent(collection)}/values`, { field, search }, signal),
    select: ({ values }) => values.map(({ value }) => value),
    staleTime: 30_000,
  });
}
