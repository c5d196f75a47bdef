import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Up to so many rows are all in the document (decision 250). */
export const mostWhole = 100;

/** The window moves by so many rows, and reaches so many beyond what is seen. */
const step = 8;
const beyond = 16;

/** A row until one was measured, in pixels. */
const usualHeight = 45;

interface Span {
  from: number;
  to: number;
}

/** The rows that are in the document, by their numbers, and how high one is. */
export interface Window {
  shown: readonly number[];
  height: number;
}

/**
 * Which of many rows of one height are in the document: those near what is seen, and around the one that keys are at, so that
 * Tab goes on from there. The body of the table may scroll with the page or in the box around it.
 */
export function useWindow(body: RefObject<HTMLTableSectionElement | null>, count: number, current: number): Window {
  const windowed = count > mostWhole;
  const [span, setSpan] = useState<Span>({ from: 0, to: 5 * step });
  const [height, setHeight] = useState(usualHeight);
  const look = useEffectEvent(() => {
    if (!body.current) return;
    const row = rowHeight(body.current) || usualHeight;
    const next = spanOf(seen(body.current), row);
    setHeight((known) => (Math.abs(known - row) < 0.1 ? known : row));
    setSpan((known) => (known.from === next.from && known.to === next.to ? known : next));
  });
  useEffect(() => {
    if (!windowed) return;
    let frame = 0;
    // In the frame that shows it, and with all that new rows set in turn: updates that pile up on each other end in an error.
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => flushSync(() => look()));
    };
    soon();
    document.addEventListener('scroll', soon, { capture: true, passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', soon, { capture: true });
      window.removeEventListener('resize', soon);
    };
  }, [windowed, count]);
  return { shown: windowed ? shownOf(span, count, current) : numbers(0, count), height };
}

/** What is seen of a body, in pixels from its top. */
function seen(body: HTMLElement): Span {
  const { top } = body.getBoundingClientRect();
  const box = body.closest('table')?.parentElement?.getBoundingClientRect();
  return { from: Math.max(0, box?.top ?? 0) - top, to: Math.min(window.innerHeight, box?.bottom || window.innerHeight) - top };
}

/** How high a row is: the mean of those that are there, since borders make some of them a part of a pixel higher. */
function rowHeight(body: HTMLElement): number {
  const rows = [...body.querySelectorAll<HTMLElement>('tr[data-row]')].slice(0, step);
  return rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0) / Math.max(1, rows.length);
}

/** The rows of a span of pixels, in whole steps. */
export function spanOf({ from, to }: Span, height: number): Span {
  const whole = (pixels: number) => Math.floor(pixels / height / step) * step;
  return { from: whole(from) - beyond, to: whole(Math.max(to, 0)) + step + beyond };
}

/** The rows of a span, and those around the current one, each once and in order. */
export function shownOf({ from, to }: Span, count: number, current: number): number[] {
  const [first, end] = [Math.min(Math.max(0, from), Math.max(0, count - step)), Math.min(count, Math.max(to, step))];
  const near = current < 0 ? [] : [current - 1, current, current + 1].filter((i) => i >= 0 && i < count && (i < first || i >= end));
  return [...near.filter((i) => i < first), ...numbers(first, end), ...near.filter((i) => i >= end)];
}

const numbers = (from: number, end: number) => Array.from({ length: Math.max(0, end - from) }, (_, i) => from + i);
