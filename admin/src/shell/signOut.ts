import { useSyncExternalStore } from 'react';

let asked = 0;
const watchers = new Set<() => void>();

/** Asks to be signed out, from wherever that is offered. */
export function askSignOut(): void {
  asked += 1;
  watchers.forEach((tell) => tell());
}

/** How often that was asked. */
export function useSignOutAsked(): number {
  return useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => asked,
  );
}
