import { useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { freshSlot, inserted, liveCount, numberOf, reconciled, withInserted, withMoved, withMovedSlot, withRemoved, withRestored, type Slot } from './slots';
import { useListFocus } from './useListFocus';

/** A list of items, and all that can be done to it. Items are numbered from 0. */
export interface List {
  slots: readonly Slot[];
  values: readonly unknown[];
  /** Says what was just done, to who does not see it. */
  said: string;
  root: HTMLElement | null;
  setRoot: (element: HTMLElement | null) => void;
  fixed: boolean;
  full: boolean;
  insert: (at: number, value: unknown, kind?: number) => void;
  duplicate: (at: number) => void;
  /** Puts another value in the place of an item's. */
  replace: (at: number, value: unknown, kind: number) => void;
  move: (from: number, to: number) => void;
  remove: (at: number) => void;
  restore: (key: number) => void;
  /** Takes away the way back. */
  forget: (key: number) => void;
  fold: (key: number, open: boolean) => void;
  foldAll: (open: boolean) => void;
}

interface ListOptions {
  values: readonly unknown[];
  change: (values: unknown[]) => void;
  fixed: boolean;
  most: number | undefined;
}

/** The one way in which the forms change lists, whatever their items look like. */
export function useList({ values, change, fixed, most = Infinity }: ListOptions): List {
  const { t } = useSpeech();
  const [known, setKnown] = useState(() => ({ slots: reconciled([], values.length), values }));
  const [said, say] = useState('');
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const want = useListFocus(root, known.slots);
  let slots = known.slots;
  // While the values are those that an operation began with, it is under way: they follow the slots.
  if (known.values !== values) {
    slots = reconciled(slots, values.length);
    setKnown({ slots, values });
  }
  const apply = (next: readonly Slot[], after: unknown[] | undefined) => {
    setKnown({ slots: next, values });
    if (after) change(after);
  };
  const full = values.length >= most;
  const add = (at: number, value: unknown, slot: Slot) => apply(withInserted(slots, at, slot), inserted(values, at, value));
  return {
    slots, values, said, root, setRoot, fixed, full,
    insert: (at, value, kind) => {
      const slot = freshSlot({ open: true, ...(kind === undefined ? {} : { kind }) });
      want(slot.key, 'control');
      say(t('forms.list.added', { number: at + 1, count: values.length + 1 }));
      add(at, value, slot);
    },
    duplicate: (at) => {
      const { open, kind } = slots.filter((each) => !each.gone)[at] ?? {};
      const slot = freshSlot({ ...(open === undefined ? {} : { open }), ...(kind === undefined ? {} : { kind }) });
      want(slot.key, 'head');
      say(t('forms.list.added', { number: at + 2, count: values.length + 1 }));
      add(at + 1, structuredClone(values[at]), slot);
    },
    replace: (at, value, kind) => {
      const { key } = slots.filter((slot) => !slot.gone)[at] ?? {};
      want(key, 'control');
      apply(slots.map((slot) => (slot.key === key ? { ...slot, kind, open: true } : slot)), values.map((each, i) => (i === at ? value : each)));
    },
    move: (from, to) => {
      if (from === to || to < 0 || to >= values.length) return;
      want(slots.filter((slot) => !slot.gone)[from]?.key, 'same');
      say(t('forms.list.moved', { number: to + 1, count: values.length }));
      apply(withMovedSlot(slots, from, to), withMoved(values, from, to));
    },
    remove: (at) => {
      const slot = slots.filter((each) => !each.gone)[at];
      want(slot?.key, 'undo');
      say(t('forms.list.removed', { number: at + 1 }));
      apply(withRemoved(slots, at, values[at]), values.filter((_, i) => i !== at));
    },
    restore: (key) => {
      const gone = slots.find((slot) => slot.key === key)?.gone;
      if (!gone || full) return;
      const at = numberOf(slots, key);
      want(key, 'head');
      say(t('forms.list.added', { number: at + 1, count: values.length + 1 }));
      apply(withRestored(slots, key), inserted(values, at, gone.value));
    },
    forget: (key) => {
      const at = numberOf(slots, key);
      const live = slots.filter((slot) => !slot.gone);
      want((live[at] ?? live[at - 1])?.key, 'head');
      apply(slots.filter((slot) => slot.key !== key), undefined);
    },
    fold: (key, open) => apply(slots.map((slot) => (slot.key === key ? { ...slot, open } : slot)), undefined),
    foldAll: (open) => apply(slots.map((slot) => ({ ...slot, open })), undefined),
  };
}

/** How many items a list has that can be seen: none of those that are on their way into its value. */
export const shownCount = ({ slots, values }: List) => Math.min(liveCount(slots), values.length);
