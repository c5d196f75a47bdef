import { useSyncExternalStore } from 'react';

import { remember, remembered } from '../../../app/preferences';

const key = 'quartet.writing';
const watchers = new Set<() => void>();
let current: boolean | undefined;

/** Whether a person has the rail folded, in this browser. */
export function useFolded(): boolean {
  return useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => (current ??= remembered(key)['folded'] === true),
  );
}

/** Folds the rail, or unfolds it. */
export function foldRail(folded: boolean): void {
  current = folded;
  remember(key, { folded });
  watchers.forEach((tell) => tell());
}
