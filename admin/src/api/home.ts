import { queryOptions } from '@tanstack/react-query';

import { lookedAt } from '../app/looked';
import { api, type Query } from './client';
import type { Home } from './types.gen';

/** How long ago something may have come that somebody is told of who has never looked, in milliseconds. */
const firstLook = 7 * 24 * 3_600_000;

/** The work that waits for whoever is signed in. Any change of an entry makes it stale. */
export function homeQuery(user: string) {
  return queryOptions({
    queryKey: ['entries', ' home', user],
    queryFn: ({ signal }) => {
      const query: Query = { since: String(Date.now() - firstLook) };
      for (const [collection, time] of Object.entries(lookedAt(user))) query[`since.${collection}`] = String(time);
      return api.get<Home>('/admin/api/home', query, signal);
    },
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  });
}
