import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { Colleagues, Comment, CommentPatch, Comments, NewComment, Removed } from './types.gen';

interface Place {
  collection: string;
  id: string;
}

const pathOf = (id: string) => `/admin/api/entries/${encodeURIComponent(id)}/comments`;

/** What staff say about an entry, the oldest first. */
export function commentsQuery({ collection, id }: Place) {
  return queryOptions({
    queryKey: ['entries', collection, 'comments', id],
    queryFn: ({ signal }) => api.get<Comments>(pathOf(id), { collection }, signal),
    staleTime: 10_000,
  });
}

export const addComment = ({ collection, id }: Place, comment: NewComment) => api.post<Comment>(pathOf(id), comment, { collection });

export const changeComment = ({ collection, id }: Place, comment: string, change: CommentPatch) =>
  api.patch<Comment>(`${pathOf(id)}/${encodeURIComponent(comment)}`, change, { collection });

export const deleteComment = ({ collection, id }: Place, comment: string) => api.delete<Removed>(`${pathOf(id)}/${encodeURIComponent(comment)}`, { collection });

/** Staff whose names begin so, to be mentioned. */
export function colleaguesQuery(search: string) {
  return queryOptions({
    queryKey: ['colleagues', search],
    queryFn: ({ signal }) => api.get<Colleagues>('/admin/api/colleagues', { search }, signal),
    staleTime: 60_000,
  });
}
