import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { staleAfterChange } from './entries';
import type { EntrySummary, Page } from './types.gen';
import { calledFirst } from '../values/hitWords';

/** How many entries of a collection are found at a glance, and how many those are chosen from. */
const mostHits = 3;
const mostAsked = 20;

/** The first entries of a collection that a search finds: those that are called so before those that only have the words in them. */
export async function findHits(collection: string, term: string, signal?: AbortSignal): Promise<EntrySummary[]> {
  const { items } = await api.get<Page<EntrySummary>>('/admin/api/entries', { collection, search: term, limit: mostAsked }, signal);
  return calledFirst(items, term).slice(0, mostHits);
}

export function hitsQuery(collection: string, term: string) {
  return queryOptions({
    queryKey: [...staleAfterChange(collection), 'hits', term],
    queryFn: ({ signal }) => findHits(collection, term, signal),
  });
}
