import { createContext, use, useMemo, useSyncExternalStore } from 'react';

import type { PresentPerson, Presence } from '../api/types.gen';

/** A text of the entry that is shown as it looks, and its blocks as others find them; '' for none (decision 380). */
export interface PresentText {
  /** The one that somebody is in. */
  here: () => string;
  /** The one at an index of the text as it is kept. */
  at: (index: number) => string;
}

/** Who else has an entry open. It stands apart from React, so that a word of somebody else renders their marks alone. */
export class PresenceStore {
  private presence: Presence = { people: [], more: 0 };
  private readonly watchers = new Set<() => void>();
  private readonly texts = new Map<string, PresentText>();

  readonly get = (): Presence => this.presence;

  readonly set = (presence: Presence): void => {
    if (presence.people.length === 0 && this.presence.people.length === 0) return;
    this.presence = presence;
    this.watchers.forEach((tell) => tell());
  };

  /** A text is there. What is no more shown still knows where its blocks were. */
  readonly add = (field: string, text: PresentText): void => void this.texts.set(field, text);

  readonly textOf = (field: string): PresentText | undefined => this.texts.get(field);

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

/** Who types in a field. */
export const useTypers = (pointer: string) => usePeople(({ field, typing }) => typing && field === pointer);

/** Who changed what somebody else has changed in a field, too, and did not save it; in a text that shows where, they are marked there. */
export const useUnsaved = (pointer: string) => usePeople(({ unsaved }) => unsaved?.field === pointer && unsaved.block === '');

/** The people of whom something holds. Renders when they are others. */
function usePeople(holds: (person: PresentPerson) => boolean): readonly PresentPerson[] {
  const store = use(TogetherContext) ?? empty;
  const found = () => store.get().people.filter(holds);
  const ids = useSyncExternalStore(store.watch, () => found().map(({ id }) => id).join(' '));
  return ids === '' ? none : found();
}

const none: readonly PresentPerson[] = [];
