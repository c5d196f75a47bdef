import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { staleAfterReplay } from './developer';
import type { Deferred, Page } from './types.gen';

/** How many given-up hooks are counted before it is said to be more. */
export const mostCounted = 20;

/** Deferred hooks that were given up. */
export const deadHooksQuery = queryOptions({
  queryKey: [...staleAfterReplay, 'deferred', 'count'],
  queryFn: ({ signal }) => api.get<Page<Deferred>>('/admin/api/deferred', { state: 'dead', limit: mostCounted }, signal),
});
