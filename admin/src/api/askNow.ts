import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';

/** Somebody waits for the answer, who can ask again. */
export const now = { networkMode: 'always', retry: false } as const;

/** Whether what is asked for waits for the network: whoever asks for it, too, waits with it. */
export const isPaused = (queries: QueryClient, queryKey: QueryKey) => queries.getQueryState(queryKey)?.fetchStatus === 'paused';

/**
 * Asks for somebody who waits for the answer, once; undefined where there is none. What is asked for already and waits for the network
 * is not waited for: it would be answered when nobody thinks of it any more.
 */
export async function askNow<F, T, D, K extends QueryKey>(queries: QueryClient, options: QueryExecuteOptions<F, Error, T, D, K> & { queryKey: K }): Promise<T | undefined> {
  if (isPaused(queries, options.queryKey)) return undefined;
  return queries.query({ ...options, ...now }).catch(() => undefined);
}
