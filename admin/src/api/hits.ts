import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { staleAfterChange } from './entries';
import type { EntrySummary, Page } from './types.gen';
import { calledFirst } from '../values/hitWords';

/** How many entries of a collection are found at a glance, and how many those are chosen from. */
const mostHits = 3;
const mostAsked = 20;

/** The first entries of a collection that a search finds: those that are called so before those that only have the words in them. */
export function hitsQuery(collection: string, term: string) {
  return queryOptions({
    queryKey: [...staleAfterChange(collection), 'hits', term],
    queryFn: ({ signal }) => api.get<Page<EntrySummary>>('/admin/api/entries', { collection, search: term, limit: mostAsked }, signal),
    select: ({ items }) => calledFirst(items, term).slice(0, mostHits),
  });
}
