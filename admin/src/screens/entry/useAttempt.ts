import { useState } from 'react';

import { ApiFailure } from '../../api/failure';
import type { Deed } from '../../values/reasons';

/** What the last try to save, publish or discard met, until something is done about it. */
export interface Attempt {
  failure: ApiFailure | undefined;
  /** What was to be done when it was met. */
  deed: Deed;
  /** A save was refused. */
  refused: boolean;
  /** What is typed does not fit yet, such as half of a date. */
  unfit: boolean;
  /** Somebody else changed the same place. Who types is not asked about that until they want to be. */
  clash: boolean;
  /** What was not even sent: the form says why. */
  tried: 'save' | 'publish' | undefined;
}

const fresh: Attempt = { failure: undefined, deed: 'set', refused: false, unfit: false, clash: false, tried: undefined };

export function useAttempt() {
  const [attempt, setAttempt] = useState(fresh);
  const change = (more: Partial<Attempt>) => setAttempt((now) => ({ ...now, ...more }));
  return {
    ...attempt,
    change,
    /** Whether there is a connection does not matter before that is decided. */
    tellClash: () => setAttempt((now) => ({ ...now, clash: true, failure: now.failure?.kind === 'offline' ? undefined : now.failure })),
    begin: () => setAttempt(fresh),
    forgive: () => change({ failure: undefined }),
    fail: (error: unknown, deed: Deed = 'set') => change({ deed, failure: error instanceof ApiFailure ? error : new ApiFailure('broken', 0, String(error)) }),
  };
}
