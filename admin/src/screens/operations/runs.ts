import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';

import type { ApiFailure } from '../../api/failure';

/** An operation that was run in this visit. `about` is the title of its row. */
export interface Run {
  id: number;
  operation: string;
  time: number;
  about: string | undefined;
  input: Record<string, unknown>;
  outcome: { ok: true; output: unknown } | { ok: false; failure: ApiFailure };
}

/** How many runs are remembered. */
const most = 30;

// Kept where the cache is: what empties that, as signing out does, empties this.
const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: (): Run[] => [],
  initialData: [],
  enabled: false,
  gcTime: Infinity,
});

/** What was run in this visit, the latest first, and how to add to it. */
export function useRuns() {
  const queries = useQueryClient();
  const { data } = useQuery(runsQuery);
  const add = (run: Omit<Run, 'id'>) =>
    void queries.setQueryData(runsQuery.queryKey, (runs = []) => [{ ...run, id: (runs[0]?.id ?? 0) + 1 }, ...runs].slice(0, most));
  return { runs: data, add };
}
