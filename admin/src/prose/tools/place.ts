import type { Editor } from '@tiptap/react';
import { useEffect, useReducer } from 'react';

import classes from '../Prose.module.css';

/** Where something stands within the frame of an editor. */
export interface Placed {
  top: number;
  left?: number;
  right?: number;
  translate?: string;
}

/** The heads that stay at the top of the window cover as much of it; on a telephone they have more lines. */
const heads = { wide: 124, narrow: 190 };
const covered = () => (window.innerWidth < 768 ? heads.narrow : heads.wide);
const above = '0 -100%';

const frameOf = (editor: Editor) => editor.view.dom.closest(`.${classes['root'] ?? ''}`)?.getBoundingClientRect();

/** Beside a place of the text: on the side that is preferred, or on the other where there is no room in the window. */
export function beside(editor: Editor, at: number, { prefers, height, width = 230 }: { prefers: 'above' | 'below'; height: number; width?: number }): Placed {
  const frame = frameOf(editor);
  const { top, bottom, left } = editor.view.coordsAtPos(at);
  const [fitsAbove, fitsBelow] = [top - height > covered(), bottom + height < window.innerHeight];
  const isAbove = prefers === 'above' ? fitsAbove || !fitsBelow : fitsAbove && !fitsBelow;
  const room = frame ? frame.width - width : 0;
  return {
    top: (isAbove ? top - 8 : bottom + 6) - (frame?.top ?? 0),
    left: Math.max(0, Math.min(left - (frame?.left ?? 0), room)),
    ...(isAbove ? { translate: above } : {}),
  };
}

/** Over the upper right corner of a block; in it, where the corner is out of sight. */
export function atCorner(editor: Editor, at: number): Placed {
  const frame = frameOf(editor);
  const shown = editor.view.nodeDOM(at);
  if (!frame || !(shown instanceof HTMLElement)) return { top: 0, right: 0 };
  const { top, right } = shown.getBoundingClientRect();
  const isSeen = top > covered() + 40;
  return { top: (isSeen ? top - 4 : covered() + 8) - frame.top, right: Math.max(0, frame.right - right), ...(isSeen ? { translate: above } : {}) };
}

/** The end of the selection that is in sight. */
export function inSight({ state, view }: Editor): number {
  const { from, head } = state.selection;
  const { top } = view.coordsAtPos(from);
  return top > covered() && top < window.innerHeight ? from : head;
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
    window.addEventListener('load', hear, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', hear, { capture: true });
      window.removeEventListener('load', hear, { capture: true });
    };
  }, [shown]);
}
