import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { ApiFailure } from '../api/failure';

/** Two more tries when nothing answered; a refusal is final. */
function again(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiFailure && error.kind === 'offline';
}

/**
 * The cache of everything that was asked. `signedOut` hears that the session has ended, wherever that shows
 * first.
 */
export function makeQueries(signedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiFailure && error.status === 401) signedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.state.data !== undefined && onError(error) }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: again, staleTime: 15_000 } },
  });
}
