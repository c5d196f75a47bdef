import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { staleAfterChange } from './entries';
import type { EntrySummary, Page } from './types.gen';

/** How many entries of a collection are found at a glance. */
const mostHits = 3;

/** The first entries of a collection that a search finds. */
export function hitsQuery(collection: string, term: string) {
  return queryOptions({
    queryKey: [...staleAfterChange(collection), 'hits', term],
    queryFn: ({ signal }) => api.get<Page<EntrySummary>>('/admin/api/entries', { collection, search: term, limit: mostHits }, signal),
    select: ({ items }) => items,
  });
}
