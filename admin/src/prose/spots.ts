import type { Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';

import { coversOf } from './tools/place';

/** Where somebody is in a text as it is kept: their caret, and a place that they see, at a height of the window. */
export interface Spot {
  caret: number;
  seen: number;
  /** undefined in a form, whose texts scroll by themselves: there the caret is brought into sight. */
  top: number | undefined;
}

/** A block as it is written in a text, and where. */
export interface Written {
  at: number;
  text: string;
}

/**
 * Goes along the words of a block and its source, as far as `ends` says. What is a mark in the source is passed over, so
 * that the place is about right: in the same block, and by the same letters (decision 357).
 */
function along(words: string, source: string, ends: (letters: number, at: number) => boolean): { letters: number; at: number } {
  let [letters, at] = [0, 0];
  while (letters < words.length && !ends(letters, at)) {
    const next = source.indexOf(words[letters] ?? '', at);
    if (ends(letters, next)) break;
    letters++;
    if (next >= 0) at = next + 1;
  }
  return { letters, at };
}

/** Where a place of a document is in its text. */
export function indexAt(doc: Node, written: readonly Written[], place: number): number {
  const $at = doc.resolve(place);
  const block = Math.min($at.index(0), doc.childCount - 1);
  const { at = 0, text = '' } = written[block] ?? {};
  const before = doc.textBetween($at.posAtIndex(block, 0), Math.max($at.posAtIndex(block, 0), place)).length;
  const words = doc.maybeChild(block)?.textContent ?? '';
  return at + (before === 0 ? Math.max(0, text.indexOf(words[0] ?? '')) : along(words, text, (letters) => letters >= before).at);
}

/** Where in a document a place of its text is. */
export function placeAt(doc: Node, written: readonly Written[], index: number): number {
  const block = Math.max(0, written.findLastIndex(({ at }) => at <= index));
  const node = doc.maybeChild(block);
  const { at: begin = 0, text = '' } = written[block] ?? {};
  let left = along(node?.textContent ?? '', text, (_, at) => at >= index - begin).letters;
  const start = doc.resolve(0).posAtIndex(block, 0);
  let found = start + 1;
  let isFound = false;
  node?.descendants((child, at) => {
    if (isFound || !child.isText) return !isFound;
    found = start + 1 + at + Math.min(left, child.nodeSize);
    isFound = left <= child.nodeSize;
    left -= child.nodeSize;
    return false;
  });
  return found;
}

/** Where somebody is in a text that is shown as it looks. */
export function spotIn({ state, view }: Editor, written: readonly Written[]): Spot {
  const { doc, selection } = state;
  const caret = indexAt(doc, written, selection.head);
  if (!view.dom.closest('[data-of="page"]')) return { caret, seen: caret, top: undefined };
  const { top: above, bottom: below } = coversOf(view.dom);
  const { top } = view.coordsAtPos(selection.head);
  if (top >= above && top < window.innerHeight - below) return { caret, seen: caret, top };
  // Somebody who reads elsewhere goes on reading there.
  const { left } = view.dom.getBoundingClientRect();
  const place = view.posAtCoords({ left: left + 8, top: above + 8 })?.pos ?? selection.head;
  return { caret, seen: indexAt(doc, written, place), top: view.coordsAtPos(place).top };
}

/** Leads somebody there in a text that is shown as it looks. */
export function goToSpot({ state: { doc, tr }, view }: Editor, written: readonly Written[], { caret, seen, top }: Spot): void {
  tr.setSelection(TextSelection.near(doc.resolve(placeAt(doc, written, caret))));
  view.dispatch(top === undefined ? tr.scrollIntoView() : tr);
  view.focus();
  if (top === undefined) return;
  const frame = view.dom.closest('[data-focused]') ?? document.documentElement;
  frame.scrollBy(0, view.coordsAtPos(placeAt(doc, written, seen)).top - top);
}
