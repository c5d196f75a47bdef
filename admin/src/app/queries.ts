import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { ApiFailure } from '../api/failure';
import { bootstrapQuery } from '../api/session';

/** Two more tries when nothing answered; a refusal is final. */
function again(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiFailure && error.kind === 'offline';
}

const isRefusal = (error: Error, status: number) => error instanceof ApiFailure && error.status === status;

/**
 * The cache of everything that was asked. `signedOut` hears that the session has ended, wherever that shows
 * first. A refusal may mean that one's role has changed: the bootstrap is asked again, so that the shell follows, and
 * when it is refused too, nothing of it is kept.
 */
export function makeQueries(signedOut: () => void): QueryClient {
  const { queryKey } = bootstrapQuery;
  const onError = (error: Error) => {
    if (isRefusal(error, 401)) signedOut();
    if (isRefusal(error, 403)) void queries.refetchQueries({ queryKey });
  };
  const onBootstrapError = (error: Error) => {
    if (isRefusal(error, 401)) signedOut();
    if (isRefusal(error, 403)) void queries.resetQueries({ queryKey });
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== queryKey[0]) onError(error);
        else if (query.state.data !== undefined) onBootstrapError(error); // the first one is the loader's
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: again, staleTime: 15_000 } },
  });
  return queries;
}
