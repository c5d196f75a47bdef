import { useState, type RefObject } from 'react';

import { useShortcut } from '../app/shortcuts';

interface RowKeys {
  count: number;
  open: (i: number) => void;
  toggle: (i: number) => void;
}

/** Walking a list by keys: j and k move, x selects, Enter opens. Answers what a row is given, by its number. */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, { count, open, toggle }: RowKeys) {
  const [current, setCurrent] = useState(-1);
  const focus = (i: number) => {
    const next = Math.max(0, Math.min(count - 1, i));
    setCurrent(next);
    body.current?.querySelector<HTMLElement>(`tr[data-row="${next}"]`)?.focus();
  };
  const there = count > 0;
  useShortcut({ keys: 'j', label: 'shortcuts.next', group: 'list' }, () => focus(current + 1), there);
  useShortcut({ keys: 'k', label: 'shortcuts.previous', group: 'list' }, () => focus(current - 1), there);
  useShortcut({ keys: 'x', label: 'shortcuts.select', group: 'list' }, () => current >= 0 && toggle(current), there);
  useShortcut(
    { keys: 'enter', label: 'shortcuts.openRow', group: 'list' },
    (event) => {
      const target = event.target as HTMLElement;
      if (target.matches('tr[data-row]')) open(current);
      else target.click();
    },
    there,
  );
  return (i: number) => ({ 'data-row': i, tabIndex: -1, onFocus: () => setCurrent(i) });
}
