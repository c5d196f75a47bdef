import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Whether something is asked for and waits for the network: whoever asked for it now would wait with it, however they asked. */
export const isPaused = (queries: QueryClient, queryKey: QueryKey): boolean => queries.getQueryState(queryKey)?.fetchStatus === 'paused';
