import { useEffect, useSyncExternalStore } from 'react';

import type { IconName } from '../ui/icons';

/** Something to do that the palette knows while the component that has it is on the page. */
export interface Verb {
  id: string;
  label: string;
  icon: IconName;
  /** Why it cannot be done now; undefined when it can. */
  why?: string | undefined;
  run: () => void;
}

let registered: readonly (readonly Verb[])[] = [];
let all: readonly Verb[] = [];
const watchers = new Set<() => void>();

function change(next: readonly (readonly Verb[])[]): void {
  registered = next;
  all = next.flat();
  watchers.forEach((tell) => tell());
}

/** Offers verbs, as they are in this rendering. */
export function useVerbs(verbs: readonly Verb[]): void {
  useEffect(() => {
    change([...registered, verbs]);
    return () => change(registered.filter((each) => each !== verbs));
  });
}

/** The verbs of what is open. */
export function useOpenVerbs(): readonly Verb[] {
  return useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => all,
  );
}
