import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';

/**
 * Asks for somebody who waits for the answer, once; undefined where there is none. What is asked for already and waits for the network
 * is not waited for: it would be answered when nobody thinks of it any more.
 */
export async function askNow<F, T, D, K extends QueryKey>(queries: QueryClient, options: QueryExecuteOptions<F, Error, T, D, K> & { queryKey: K }): Promise<T | undefined> {
  if (queries.getQueryState(options.queryKey)?.fetchStatus === 'paused') return undefined;
  return queries.query({ ...options, networkMode: 'always', retry: false }).catch(() => undefined);
}
