import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { EntryCount, NewSavedList, Removed, SavedList, SavedLists } from './types.gen';

/** What a change of a saved list makes stale. */
export const staleLists = ['lists'] as const;

/** The lists that are saved of a collection, or of all: one's own and those of everybody. */
export function savedListsQuery(collection?: string) {
  return queryOptions({
    queryKey: [...staleLists, collection],
    queryFn: ({ signal }) => api.get<SavedLists>('/admin/api/lists', { collection }, signal),
    select: ({ lists }) => lists,
  });
}

export const saveList = (collection: string, list: NewSavedList) => api.post<SavedList>('/admin/api/lists', list, { collection });
export const changeList = (id: string, change: Partial<NewSavedList>) => api.patch<SavedList>(`/admin/api/lists/${encodeURIComponent(id)}`, change);
export const deleteList = (id: string) => api.delete<Removed>(`/admin/api/lists/${encodeURIComponent(id)}`);

/** How many entries a list has; `more` where there are more than are counted. */
export function countQuery(collection: string, match: Record<string, string>) {
  return queryOptions({
    queryKey: ['entries', collection, 'count', match],
    queryFn: ({ signal }) => api.get<EntryCount>('/admin/api/entries/count', { collection, ...match }, signal),
  });
}
