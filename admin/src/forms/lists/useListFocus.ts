import { useLayoutEffect, useRef } from 'react';

import type { Slot } from './slots';

/** What of a slot gets the focus: its first control, its head, the way back, or what had it before. */
type Target = 'control' | 'head' | 'undo' | 'same';

const controls = 'input:not([type="hidden"], :disabled), textarea:not(:disabled), [contenteditable="true"], [role="combobox"]';

/** Where the focus goes after a list was changed: never to nowhere. */
export function useListFocus(root: HTMLElement | null, slots: readonly Slot[]): (key: number | undefined, target: Target) => void {
  const wanted = useRef<{ key: number | undefined; target: Target; before: Element | null }>(undefined);
  useLayoutEffect(() => {
    if (!wanted.current || !root) return;
    const { key, target, before } = wanted.current;
    wanted.current = undefined;
    const slot = root.querySelector<HTMLElement>(`:scope > [data-slot="${key}"]`);
    const found = targetIn(slot, target, before) ?? root.parentElement?.querySelector<HTMLElement>(':scope > [data-add] button, :scope > button[data-add]');
    if (found && found !== document.activeElement) found.focus({ preventScroll: target === 'same' });
    if (target !== 'undo') slot?.scrollIntoView({ block: 'nearest' });
  }, [root, slots]);
  return (key, target) => {
    wanted.current = { key, target, before: document.activeElement };
  };
}

function targetIn(slot: HTMLElement | null, target: Target, before: Element | null): HTMLElement | null {
  const head = slot?.querySelector<HTMLElement>('[data-head]') ?? slot?.querySelector<HTMLElement>('[data-grip]') ?? null;
  if (target === 'head') return head;
  if (target === 'undo') return slot?.querySelector<HTMLElement>('[data-undo]') ?? null;
  if (target === 'control') return slot?.querySelector<HTMLElement>('[data-inside]')?.querySelector<HTMLElement>(controls) ?? head;
  // A node that moved has lost the focus; a button that cannot move it any further cannot have it.
  if (before instanceof HTMLElement && slot?.contains(before) && !before.matches(':disabled')) return before;
  return slot?.querySelector<HTMLElement>('[data-grip]') ?? head;
}
