import { createContext, use, useCallback, useSyncExternalStore } from 'react';

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

const empty = new PresenceStore();

/** Who else is here. */
export function usePresence(): Presence {
  const store = use(TogetherContext) ?? empty;
  return useSyncExternalStore(store.watch, store.get);
}

/** Who types in a field: the same array while it is the same people. */
export function useTypers(pointer: string): readonly PresentPerson[] {
  const store = use(TogetherContext) ?? empty;
  const ids = useSyncExternalStore(store.watch, useCallback(() => typersOf(store.get(), pointer).map(({ id }) => id).join(' '), [store, pointer]));
  return ids === '' ? none : typersOf(store.get(), pointer);
}

const none: readonly PresentPerson[] = [];

const typersOf = ({ people }: Presence, pointer: string) => people.filter(({ field, typing }) => typing && field === pointer);
