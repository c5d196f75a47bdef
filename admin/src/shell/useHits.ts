import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';

import { hitsQuery } from '../api/hits';
import { useBootstrap, withTranslations } from '../api/session';
import type { EntrySummary } from '../api/types.gen';

/** Each collection is asked by itself: only so many, the first of the sidebar. */
const mostAsked = 12;

/** Shorter terms find too much. */
const shortest = 2;

/** The first entries that a search for the term finds, of every collection that can be searched. */
export function useHits(term: string): EntrySummary[] {
  const { collections } = useBootstrap();
  const [asked] = useDebouncedValue(term, 200);
  const searchable = withTranslations(collections).filter((each) => each.searchable.length > 0);
  const there = term.length >= shortest && asked.length >= shortest;
  return useQueries({
    queries: searchable.slice(0, mostAsked).map(({ name }) => ({ ...hitsQuery(name, asked), enabled: there, placeholderData: keepPreviousData })),
    combine: (results) => (there ? results.flatMap(({ data }) => data ?? []) : []),
  });
}
