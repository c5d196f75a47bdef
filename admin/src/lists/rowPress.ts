import type { MouseEvent, PointerEvent } from 'react';

type Press = PointerEvent<HTMLTableRowElement>;

/** How long a finger rests on a row before that selects it, in milliseconds. */
const rest = 500;

/** How far it may move meanwhile, in pixels. */
const still = 10;

let waiting: { timer: number; x: number; y: number } | undefined;
/** The row was selected by the press that is about to end: its click opens nothing. */
let selected = false;

function forget(): void {
  window.clearTimeout(waiting?.timer);
  waiting = undefined;
}

/** What a finger does on a row: it selects the row once it has rested there. `taps`: rows are being selected, and a tap is enough. */
export function rowPress(select: () => void, taps: boolean) {
  return {
    onPointerDown: (event: Press) => {
      forget();
      selected = false;
      if (event.pointerType !== 'touch' || taps) return;
      const timer = window.setTimeout(() => {
        waiting = undefined;
        selected = true;
        select();
      }, rest);
      waiting = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: Press) => {
      if (waiting && Math.hypot(event.clientX - waiting.x, event.clientY - waiting.y) > still) forget();
    },
    onPointerUp: forget,
    onPointerCancel: forget,
    // A browser opens the menu of a link after a long press.
    onContextMenu: (event: MouseEvent) => {
      if (waiting || selected) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const isBox = (event.target as HTMLElement).closest('input, label') !== null;
      if (!selected && (!taps || isBox)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!selected) select();
      selected = false;
    },
  };
}
