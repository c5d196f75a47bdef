import type { MouseEvent } from 'react';

type Click = MouseEvent<HTMLTableRowElement>;

/** What the button went down on: a press that began on a control is not one of its row, wherever it ends. */
let pressed: EventTarget | undefined;

/**
 * What the pointer does on a row: a click opens it, and where the row has a link, one with Ctrl or the middle button
 * opens that beside. Controls keep their clicks, and text that was dragged over is being copied.
 */
export function rowPointer(open: () => void) {
  return {
    onClick: (event: Click) => {
      const began = pressed ?? event.target;
      pressed = undefined;
      if (isControl(began) || isControl(event.target) || isSelecting(event.currentTarget)) return;
      if (event.ctrlKey || event.metaKey) openBeside(event.currentTarget, open);
      else open();
    },
    // The middle button would scroll instead.
    onMouseDown: (event: Click) => {
      pressed = event.target;
      if (event.button === 1 && !isControl(event.target)) event.preventDefault();
    },
    onAuxClick: (event: Click) => {
      if (event.button === 1 && !isControl(event.target)) openBeside(event.currentTarget);
    },
  };
}

function isControl(target: EventTarget): boolean {
  return (target as HTMLElement).closest('a, button, input, label') !== null;
}

function isSelecting(row: HTMLElement): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && row.contains(selection.anchorNode);
}

function openBeside(row: HTMLElement, otherwise?: () => void): void {
  const link = row.querySelector<HTMLAnchorElement>('td a[href]');
  if (link) window.open(link.href, '_blank', 'noopener');
  else otherwise?.();
}
