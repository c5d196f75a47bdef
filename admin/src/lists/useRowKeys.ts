import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import { useShortcut } from '../app/shortcuts';

interface RowKeys {
  count: number;
  open: (i: number) => void;
  toggle: (i: number) => void;
}

/** Walking a list by keys: j and k move, x selects, Enter opens. Answers the number of the row where they are, -1 for none. */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, { count, open, toggle }: RowKeys) {
  const [current, setCurrent] = useState(-1);
  const focus = (i: number) => {
    const next = Math.max(0, Math.min(count - 1, i));
    flushSync(() => setCurrent(next)); // of many rows, only then is it in the document
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
  return [current, setCurrent] as const;
}
