import { useEffect, useEffectEvent } from 'react';

import type { Diagnostic } from '../../api/diagnostic.gen';
import { focusFirstInvalid } from '../../forms/focus';

/** Moves to what the service refused, once the form shows it. A field may have a form of its own. */
export function useFirstInvalid(diagnostics: readonly Diagnostic[], idPrefix: string, field = ''): void {
  const first = diagnostics[0];
  useEffect(() => {
    if (!first) return;
    const frame = requestAnimationFrame(() => focusFirstInvalid(idPrefix) || focusFirstInvalid(`${idPrefix}-${field}`));
    return () => cancelAnimationFrame(frame);
  }, [first, idPrefix, field]);
}

/** What could not be saved for want of a connection is saved when there is one. */
export function useRetryOnline(waiting: boolean, retry: () => void): void {
  const latest = useEffectEvent(retry);
  useEffect(() => {
    if (!waiting) return;
    const run = () => latest();
    window.addEventListener('online', run);
    return () => window.removeEventListener('online', run);
  }, [waiting]);
}
