import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';

import type { PresentPerson, Presence } from '../api/types.gen';

/** Who else has an entry open. It stands apart from React, so that a word of somebody else renders their marks alone. */
export class PresenceStore {
  private presence: Presence = { people: [], more: 0 };
  private readonly watchers = new Set<() => void>();

  readonly get = (): Presence => this.presence;

  readonly set = (presence: Presence): void => {
    if (presence.people.length === 0 && this.presence.people.length === 0) return;
    this.presence = presence;
    this.watchers.forEach((tell) => tell());
  };

  readonly watch = (tell: () => void): (() => void) => {
    this.watchers.add(tell);
    return () => this.watchers.delete(tell);
  };
}

/** Around the page of an entry that others may have open, too. */
export const TogetherContext = createContext<PresenceStore | null>(null);

/** Around what is of the entry that the page shows along with its own. */
export const AlongStoreContext = createContext<PresenceStore | null>(null);

const empty = new PresenceStore();

/** Somebody who has a page open. `along`: what is said of them is of the entry that is shown along. */
export type Someone = PresentPerson & { along: boolean };

export interface Everyone {
  people: readonly Someone[];
  more: number;
}

/** Who else is here, at either entry of the page. */
export function useEveryone(): Everyone {
  const [page, along] = [use(TogetherContext) ?? empty, use(AlongStoreContext) ?? empty];
  const here = useSyncExternalStore(page.watch, page.get);
  const there = useSyncExternalStore(along.watch, along.get);
  return useMemo(() => everyoneOf(here, there), [here, there]);
}

/** The people of two entries that one page shows, each once: where they type, else at the entry that the page is of. */
export function everyoneOf(page: Presence, along: Presence): Everyone {
  const all = new Map<string, Someone>(page.people.map((person) => [person.id, { ...person, along: false }]));
  for (const person of along.people) {
    const known = all.get(person.id);
    if (!known || (person.typing && !known.typing)) all.set(person.id, { ...person, along: true });
  }
  return { people: [...all.values()], more: Math.max(page.more, along.more) };
}

/** Who types in a field: the same array while it is the same people. */
export function useTypers(pointer: string): readonly PresentPerson[] {
  const store = use(TogetherContext) ?? empty;
  const ids = useSyncExternalStore(store.watch, useCallback(() => typersOf(store.get(), pointer).map(({ id }) => id).join(' '), [store, pointer]));
  return ids === '' ? none : typersOf(store.get(), pointer);
}

const none: readonly PresentPerson[] = [];

const typersOf = ({ people }: Presence, pointer: string) => people.filter(({ field, typing }) => typing && field === pointer);
