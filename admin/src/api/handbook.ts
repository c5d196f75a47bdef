import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { Handbook, HandbookText } from './types.gen';

/** The pages of the handbook of the program that runs, or those that hold all words of a text. */
export function handbookQuery(q: string) {
  return queryOptions({
    queryKey: ['handbook', 'contents', q],
    queryFn: ({ signal }) => api.get<Handbook>('/admin/api/handbook', q ? { q } : undefined, signal),
    staleTime: Infinity,
  });
}

/** A page of it as HTML. */
export function handbookPageQuery(page: string) {
  return queryOptions({
    queryKey: ['handbook', 'page', page],
    queryFn: ({ signal }) => api.get<HandbookText>('/admin/api/handbook/page', { page }, signal),
    staleTime: Infinity,
  });
}
