import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';

import { api } from './client';
import type { Collection, EntryCount, NewSavedList, Removed, SavedList, SavedLists } from './types.gen';

/** The lists that are saved of every collection: one's own and those of everybody. Every page has them beside it, so one answer serves for a while. */
export const savedListsQuery = queryOptions({
  queryKey: ['lists'] as const,
  queryFn: ({ signal }) => api.get<SavedLists>('/admin/api/lists', undefined, signal),
  select: ({ lists }) => lists,
  staleTime: 5 * 60_000,
});

/** Those of one collection. */
export function useSavedLists({ name }: Pick<Collection, 'name'>): SavedList[] {
  const { data = [] } = useQuery(savedListsQuery);
  return data.filter(({ collection }) => collection === name);
}

/** Has a list that was saved be known at once, where it is named next, and asks for the others again. */
export function noteSaved(queries: QueryClient, list: SavedList): void {
  const { queryKey } = savedListsQuery;
  queries.setQueryData(queryKey, (now) => now && { lists: [...now.lists.filter(({ id }) => id !== list.id), list].toSorted((a, b) => a.createdAt - b.createdAt) });
  void queries.invalidateQueries({ queryKey });
}

export const saveList = (collection: string, list: NewSavedList) => api.post<SavedList>('/admin/api/lists', list, { collection });
export const changeList = (id: string, change: Partial<NewSavedList>) => api.patch<SavedList>(`/admin/api/lists/${encodeURIComponent(id)}`, change);
export const deleteList = (id: string) => api.delete<Removed>(`/admin/api/lists/${encodeURIComponent(id)}`);

/** How many entries a list has, and how many of them have each value of `by`; `more` where there are more than are counted. */
export function countQuery(collection: string, match: Record<string, string>, by?: string) {
  return queryOptions({
    queryKey: ['entries', collection, 'count', match, by],
    queryFn: ({ signal }) => api.get<EntryCount>('/admin/api/entries/count', { collection, ...match, by }, signal),
  });
}
