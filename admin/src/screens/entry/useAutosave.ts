import { useEffect, useEffectEvent, useRef } from 'react';

/** How long nobody types before what was typed is saved, and how long somebody may type on before it is, in milliseconds. */
const pause = 1500;
const longest = 10_000;

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
