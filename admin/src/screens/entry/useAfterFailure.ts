import { useEffect, useEffectEvent } from 'react';

import type { Diagnostic } from '../../api/diagnostic.gen';
import { focusFirstInvalid } from '../../forms/focus';

/** Moves to what the service refused, once the form shows it. */
export function useFirstInvalid(diagnostics: readonly Diagnostic[], idPrefix: string): void {
  const first = diagnostics[0];
  useEffect(() => {
    if (!first) return;
    const frame = requestAnimationFrame(() => focusFirstInvalid(idPrefix));
    return () => cancelAnimationFrame(frame);
  }, [first, idPrefix]);
}

/** How long to wait before the service is tried again, in milliseconds. */
const pause = 5000;

/**
 * What could not be saved for want of a connection is saved when there is one. The browser may know of it too early, or
 * not at all when it is the service that was away.
 */
export function useRetryOnline(waiting: boolean, retry: () => void): void {
  const latest = useEffectEvent(retry);
  useEffect(() => {
    if (!waiting) return;
    const run = () => latest();
    const timer = setInterval(() => navigator.onLine && run(), pause);
    window.addEventListener('online', run);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', run);
    };
  }, [waiting]);
}
