import { useLayoutEffect, type RefObject } from 'react';

/** Columns of a table of which only some rows are there never become narrower, so that they do not move while it scrolls. */
export function useWidths(head: RefObject<HTMLTableRowElement | null>, windowed: boolean, rows: readonly number[], columns: unknown): void {
  const [first, length] = [rows[0], rows.length];
  useLayoutEffect(() => {
    if (!windowed) return;
    const cells = [...(head.current?.cells ?? [])].filter((each) => each.dataset['main'] === undefined);
    const widths = cells.map((each) => each.offsetWidth);
    cells.forEach((each, i) => {
      each.style.minWidth = `${widths[i] ?? 0}px`;
    });
  }, [head, windowed, first, length]);
  useLayoutEffect(() => {
    const forget = () => [...(head.current?.cells ?? [])].forEach((each) => each.style.removeProperty('min-width'));
    window.addEventListener('resize', forget);
    return () => {
      window.removeEventListener('resize', forget);
      forget();
    };
  }, [head, columns]);
}
