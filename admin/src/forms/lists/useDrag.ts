import { useState, type PointerEvent } from 'react';

/** An item on its way to another place. */
export interface Dragged {
  from: number;
  to: number;
}

/** How near the edge of the window scrolls, and how far at a time, in pixels. */
const edge = 56;
const step = 14;

/** Moves the items of a list by a grip: with a mouse, a pen or a finger. Escape leaves everything as it was. */
export function useDrag(root: HTMLElement | null, move: (from: number, to: number) => void) {
  const [dragged, drag] = useState<Dragged>();
  const grip = (at: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag({ from: at, to: at });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (dragged?.from !== at) return;
      scrollAt(event.clientY, root);
      const to = placeAt(root, at, event.clientY);
      if (to !== dragged.to) drag({ from: at, to });
    },
    onPointerUp: () => {
      if (dragged) move(dragged.from, dragged.to);
      drag(undefined);
    },
    onLostPointerCapture: () => drag(undefined),
  });
  return { dragged, grip, cancel: () => drag(undefined) };
}

/** The number that an item gets when it is let go at a height: that of the items whose middle is above. */
function placeAt(root: HTMLElement | null, from: number, y: number): number {
  const items = [...(root?.querySelectorAll<HTMLElement>(':scope > [data-at]') ?? [])];
  return items.filter((each, i) => i !== from && middleOf(each) < y).length;
}

function middleOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

function scrollAt(y: number, from: HTMLElement | null): void {
  const by = y < edge ? -step : y > window.innerHeight - edge ? step : 0;
  if (by !== 0) scrollerOf(from).scrollBy({ top: by });
}

function scrollerOf(from: HTMLElement | null): Element {
  for (let each = from?.parentElement; each; each = each.parentElement) {
    if (each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.documentElement;
}
