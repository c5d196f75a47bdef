import { useEffect, useEffectEvent, useRef } from 'react';

import { rests } from '../../values/rests';

const { pause, longest } = rests.saved;

/** Saves what is typed, when nobody has typed for a while. undefined is nothing to save. */
export function useAutosave(value: unknown, save: () => void): void {
  const latest = useEffectEvent(save);
  const since = useRef<number>(undefined);
  useEffect(() => {
    if (value === undefined) {
      since.current = undefined;
      return;
    }
    since.current ??= Date.now();
    const left = since.current + longest - Date.now();
    const timer = setTimeout(() => {
      since.current = undefined;
      latest();
    }, Math.max(0, Math.min(pause, left)));
    return () => clearTimeout(timer);
  }, [value]);
}
