import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import type { PlainKey } from '../i18n/message';

/**
 * A shortcut while the component that has it is on the page. `keys` is one key (`?`), one with the platform's
 * modifier (`mod+k`), or two in sequence (`g h`).
 */
export interface Shortcut {
  keys: string;
  label: PlainKey;
  group: 'general' | 'list' | 'entry' | 'writing';
}

interface Registered extends Shortcut {
  /** undefined for what is only told: a text listens to its keys by itself. */
  run?: (event: KeyboardEvent) => void;
}

let registered: readonly Registered[] = [];
const watchers = new Set<() => void>();

function change(next: readonly Registered[]): void {
  registered = next;
  watchers.forEach((tell) => tell());
}

/** Registers a shortcut; the last that was registered for the same keys wins. */
export function useShortcut({ keys, label, group }: Shortcut, run: (event: KeyboardEvent) => void, enabled = true): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return;
    const own: Registered = { keys, label, group, run: (event) => latest(event) };
    change([...registered, own]);
    return () => change(registered.filter((each) => each !== own));
  }, [keys, label, group, enabled]);
}

/** Tells of keys that something on the page listens to by itself, while it is there. The same list at each render. */
export function useOwnKeys(keys: readonly Shortcut[]): void {
  useEffect(() => {
    const own = keys.map((each): Registered => ({ ...each })); // another text has the same
    change([...registered, ...own]);
    return () => change(registered.filter((each) => !own.includes(each)));
  }, [keys]);
}

/** Every shortcut that works here and now, for the overlay. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => registered,
  );
}

/** How an event is spelt: `mod+k`, `?`, `arrowdown`. */
export function spelling(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>): string {
  const key = event.key.toLowerCase();
  return event.metaKey || event.ctrlKey ? `mod+${key}` : event.altKey ? `alt+${key}` : key;
}

/** How long the second key of a sequence may take, in milliseconds. */
const patience = 1000;

/** Follows keys through sequences, and says which shortcut is complete. */
export class KeySequence {
  private first = '';
  private at = 0;

  /** The keys that are complete with this one, of those that are known. */
  press(key: string, known: readonly string[], now: number): string | undefined {
    const sequence = now - this.at < patience ? `${this.first} ${key}` : key;
    const complete = [sequence, key].find((each) => known.includes(each));
    this.first = complete ? '' : key;
    this.at = now;
    return complete;
  }
}

/** Whether keys belong to what is typed into, or to something open above the page. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) && (target as HTMLInputElement).type !== 'checkbox';
}

/** Whether something is open above the page: a dialog, or a text that is seen alone. */
const overlayOpen = () => document.querySelector('[role="dialog"][aria-modal="true"], [data-focused]') !== null;

/** Listens for the life of the page. */
export function listenForShortcuts(): void {
  const sequence = new KeySequence();
  window.addEventListener('keydown', (event) => {
    const key = spelling(event);
    if (event.defaultPrevented || ((isTyping(event) || overlayOpen()) && !key.startsWith('mod+'))) return;
    const heard = registered.filter(({ run }) => run !== undefined);
    const complete = sequence.press(key, heard.map((each) => each.keys), event.timeStamp);
    if (complete === undefined) return;
    event.preventDefault();
    heard.findLast((each) => each.keys === complete)?.run?.(event);
  });
}
