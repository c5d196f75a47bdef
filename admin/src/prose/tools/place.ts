import type { Editor } from '@tiptap/react';
import { useEffect, useReducer } from 'react';

import classes from '../Prose.module.css';

/** Where something stands within the frame of an editor. */
export interface Placed {
  top: number;
  left?: number;
  right?: number;
  translate?: string;
  maxHeight?: number;
}

/** The bars that stay above a text while it scrolls, where it has any. */
const barsOf = (text: Element) => text.closest('[data-of]')?.querySelector<HTMLElement>(`.${classes['bars'] ?? ''}`);

/** How far down the window the heads of the page reach. */
const headsOver = (text: Element) => parseFloat(getComputedStyle(text).getPropertyValue('--heads')) || 0;

/** Where in the window a text comes out from below the heads and its own bars. */
const covered = (text: Element) => Math.max(headsOver(text), barsOf(text)?.getBoundingClientRect().bottom ?? 0);

/** The room between the line that is written and what covers the text. */
const air = 12;

/** How much of the window is covered above a text and below it. One in a form scrolls by itself, below its own bars. */
export function coversOf(text: Element): { top: number; bottom: number } {
  const field = text.closest('[data-of="page"]');
  const foot = field?.querySelector<HTMLElement>(`.${classes['foot'] ?? ''}`)?.offsetHeight ?? 0;
  return field ? { top: headsOver(text) + (barsOf(text)?.offsetHeight ?? 0) + air, bottom: foot + air } : { top: air, bottom: air };
}

const upward = '0 -100%';

const frameOf = (editor: Editor) => editor.view.dom.closest(`.${classes['root'] ?? ''}`)?.getBoundingClientRect();

interface Wish {
  prefers: 'above' | 'below';
  height: number;
  width?: number;
  /** Where what it is about ends, which it does not cover from below. */
  until?: number;
  /** Whether it may be less high where there is room for all of it on neither side. */
  shrinks?: boolean;
}

/** Beside a place of the text: on the side that is preferred, or on the other where there is no room. It covers no bar of the text. */
export function beside(editor: Editor, at: number, { prefers, height, width = 230, until = at, shrinks = false }: Wish): Placed {
  const frame = frameOf(editor);
  const { top, bottom, left } = editor.view.coordsAtPos(at);
  const end = editor.view.coordsAtPos(until).bottom;
  const [above, below] = [top - 8 - covered(editor.view.dom), window.innerHeight - end - 6];
  const [fitsAbove, fitsBelow] = [height < above, height < below];
  const isCramped = shrinks && !fitsAbove && !fitsBelow;
  const isAbove = isCramped ? above > below : fitsAbove && (prefers === 'above' || !fitsBelow);
  const room = frame ? frame.width - width : 0;
  return {
    top: (isAbove ? top - 8 : (fitsBelow ? end : bottom) + 6) - (frame?.top ?? 0),
    left: Math.max(0, Math.min(left - (frame?.left ?? 0), room)),
    ...(isAbove ? { translate: upward } : {}),
    ...(isCramped ? { maxHeight: Math.max(120, Math.floor(isAbove ? above : below) - 8) } : {}),
  };
}

/** Over the upper right corner of a block; in it, where the corner is out of sight. */
export function atCorner(editor: Editor, at: number): Placed {
  const frame = frameOf(editor);
  const shown = editor.view.nodeDOM(at);
  if (!frame || !(shown instanceof HTMLElement)) return { top: 0, right: 0 };
  const { top, right } = shown.getBoundingClientRect();
  const head = covered(shown);
  const isSeen = top > head + 40;
  return { top: (isSeen ? top - 4 : head + 8) - frame.top, right: Math.max(0, frame.right - right), ...(isSeen ? { translate: upward } : {}) };
}

/** The end of the selection that is in sight. */
export function inSight({ state, view }: Editor): number {
  const { from, head } = state.selection;
  const { top } = view.coordsAtPos(from);
  return top > covered(view.dom) && top < window.innerHeight ? from : head;
}

/** Places anew what is shown beside the text when something scrolls, or a picture has its size. */
export function useFollows(shown: boolean): void {
  const [, follow] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!shown) return;
    let frame = 0;
    const hear = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(follow);
    };
    window.addEventListener('scroll', hear, { passive: true, capture: true });
    document.addEventListener('load', hear, { capture: true }); // that of a picture does not get as far as the window
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', hear, { capture: true });
      document.removeEventListener('load', hear, { capture: true });
    };
  }, [shown]);
}
