import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';

import { hitsQuery } from '../api/hits';
import { useBootstrap } from '../api/session';
import type { Collection, EntrySummary } from '../api/types.gen';
import { calledFirst } from './hitWords';

/** Each collection is asked by itself: only so many, the first of the sidebar. */
const mostAsked = 12;

/** Shorter terms find too much. */
const shortest = 2;

/** Whether a term is long enough to be searched for. */
export const canBeSought = (term: string) => term.length >= shortest;

/** Whether a search of a collection finds something by its words, or by those of its translations. */
export const canBeSearched = ({ searchable, translations }: Collection) => searchable.length > 0 || translations.some((each) => each.searchable.length > 0);

/** The collections that a search asks, of those that are wanted. */
export const searched = (collections: readonly Collection[], wanted: (collection: Collection) => boolean) => collections.filter((each) => canBeSearched(each) && wanted(each)).slice(0, mostAsked);

/** What was found, and whether that is of what was typed before. */
interface Hits {
  hits: EntrySummary[];
  isLate: boolean;
}

/** The first entries that a search for the term finds, of every collection that can be searched and is wanted. An article is found by the words of each of its languages. */
export function useHits(term: string, wanted: (collection: Collection) => boolean = () => true): Hits {
  const { collections } = useBootstrap();
  const [asked] = useDebouncedValue(term, 200);
  const there = canBeSought(term) && canBeSought(asked);
  const { hits, isLate } = useQueries({
    queries: searched(collections, wanted).map(({ name }) => ({ ...hitsQuery(name, asked), enabled: there, placeholderData: keepPreviousData })),
    combine: (results) => ({ hits: there ? calledFirst(results.flatMap(({ data }) => data ?? []), asked) : [], isLate: results.some(({ isPlaceholderData, isPending }) => isPlaceholderData || isPending) }),
  });
  return { hits, isLate: isLate || term !== asked };
}
