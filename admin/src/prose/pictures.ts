import { NodeSelection, Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

import { isGallery } from './gallery';

const isPicture = (view: EditorView, at: number) => view.state.doc.nodeAt(at)?.type.name === 'picture';

/** Selects a picture and brings it into sight, once it is known how high it is. */
export function showPicture(view: EditorView, at: number): void {
  if (!isPicture(view, at)) return;
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
  view.focus();
  const element = view.nodeDOM(at);
  if (!(element instanceof HTMLImageElement)) return;
  bringIntoSight(element);
  // Its address is asked for, and says how large it is; until then it has no height.
  if (element.clientHeight > 0 && element.hasAttribute('height')) return;
  const grown = new ResizeObserver(() => {
    if (element.clientHeight > 0) bringIntoSight(element);
    if (element.hasAttribute('height') || element.dataset['missing'] !== undefined) grown.disconnect();
  });
  grown.observe(element);
}

/** All of it where there is room for all, else its beginning. How much the heads and the bar above it cover is its `scroll-margin`. */
function bringIntoSight(element: HTMLElement): void {
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(element);
  const room = window.innerHeight - (parseFloat(scrollMarginTop) || 0) - (parseFloat(scrollMarginBottom) || 0);
  element.scrollIntoView({ block: element.clientHeight <= room ? 'nearest' : 'start' });
}

/**
 * The caret behind a picture: in its line, or below it where it has its line for itself. `fresh` asks for an empty line there,
 * to go on writing in; where nothing follows there is always one.
 */
export function goBehind(view: EditorView, at: number, fresh: boolean): void {
  if (isPicture(view, at)) view.dispatch(behind(view.state, at, fresh).scrollIntoView());
  view.focus();
}

function behind({ tr, schema }: EditorState, at: number, fresh: boolean): Transaction {
  const $at = tr.doc.resolve(at);
  if (!$at.parent.isTextblock || ($at.parent.childCount > 1 && !isGallery($at.parent))) return tr.setSelection(TextSelection.create(tr.doc, at + 1));
  const below = $at.after();
  const next = tr.doc.resolve(below).nodeAfter;
  const isEmpty = next?.isTextblock === true && next.childCount === 0;
  const found = fresh && !isEmpty ? null : Selection.findFrom(tr.doc.resolve(below), 1, true);
  const paragraph = schema.nodes['paragraph'];
  if (found || !paragraph) return found ? tr.setSelection(found) : tr;
  return tr.insert(below, paragraph.create()).setSelection(TextSelection.create(tr.doc, below + 1));
}
