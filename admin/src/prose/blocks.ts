import type { Editor } from '@tiptap/react';
import type { Attrs, Node } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';

/** The block at the outermost level that the selection begins in. */
export function blockAt(state: EditorState, at = state.selection.from): { from: number; to: number; index: number } | undefined {
  const $at = state.doc.resolve(Math.min(at, state.doc.content.size));
  const index = Math.min($at.index(0), state.doc.childCount - 1);
  if (index < 0) return undefined;
  const from = $at.posAtIndex(index, 0);
  return { from, to: from + state.doc.child(index).nodeSize, index };
}

/** Moves a block one place up or down; what is selected in it stays so. */
export function moveBlock(editor: Editor, step: -1 | 1, at?: number): boolean {
  const { state } = editor;
  const block = blockAt(state, at);
  if (!block) return false;
  const other = state.doc.maybeChild(block.index + step);
  const node = state.doc.child(block.index);
  if (!other) return false;
  const [start, end] = step < 0 ? [block.from - other.nodeSize, block.to] : [block.from, block.to + other.nodeSize];
  const tr = state.tr.replaceWith(start, end, step < 0 ? [node, other] : [other, node]);
  const by = step < 0 ? -other.nodeSize : other.nodeSize;
  if (state.selection.from >= block.from && state.selection.to <= block.to) reselect(tr, state, by);
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

function reselect(tr: Transaction, { selection }: EditorState, by: number): void {
  if (selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, selection.from + by));
  else tr.setSelection(TextSelection.between(tr.doc.resolve(selection.anchor + by), tr.doc.resolve(selection.head + by)));
}

/** Begins a paragraph below a block, at the "/" that opens the menu. */
export function addBelow(editor: Editor, at?: number): void {
  const block = blockAt(editor.state, at);
  if (block) editor.chain().insertContentAt(block.to, { type: 'paragraph', content: [{ type: 'text', text: '/' }] }).setTextSelection(block.to + 2).scrollIntoView().run();
}

export function copyBlock(editor: Editor, at?: number): void {
  const block = blockAt(editor.state, at);
  if (block) editor.view.dispatch(editor.state.tr.insert(block.to, editor.state.doc.child(block.index)).scrollIntoView());
}

export function removeBlock(editor: Editor, at?: number): void {
  const block = blockAt(editor.state, at);
  if (block) editor.view.dispatch(editor.state.tr.delete(block.from, block.to).scrollIntoView());
}

const ofWords = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote'];

/** Whether a block is words in one form, which they may change for another. Pictures would not come through all of these. */
export function isOfWords({ state }: Editor, at: number): boolean {
  const block = blockAt(state, at);
  const node = block && state.doc.child(block.index);
  if (!node || !ofWords.includes(node.type.name)) return false;
  let isShown = false;
  node.descendants(({ type }) => {
    isShown ||= type.name === 'picture';
  });
  return !isShown;
}

/** What a list is: its items are tasks, or `checked` is null. */
export interface ListKind {
  type: 'bulletList' | 'orderedList';
  checked: boolean | null;
}

/** Makes the list at a place one of another kind. What its items hold stays, lists in them too. False where there is no list. */
export function turnList({ state, view }: Editor, at: number, { type, checked }: ListKind): boolean {
  const block = blockAt(state, at);
  const list = block && state.doc.child(block.index);
  if (!list || !isList(list)) return false;
  const tr = state.tr.setNodeMarkup(block.from, state.schema.nodes[type], list.type.name === type ? list.attrs : { tight: list.attrs['tight'] as unknown });
  list.forEach((item, offset) => {
    const was = item.attrs['checked'] as boolean | null | undefined;
    tr.setNodeMarkup(block.from + 1 + offset, undefined, { ...item.attrs, checked: checked === null ? null : (was ?? checked) });
  });
  view.dispatch(tr.scrollIntoView());
  return true;
}

/** Puts the list at a place into a quotation as it is. False where there is no list. */
export function quoteList({ state, view }: Editor, at: number, attrs?: Attrs): boolean {
  const block = blockAt(state, at);
  const quote = state.schema.nodes['blockquote'];
  if (!block || !quote || !isList(state.doc.child(block.index))) return false;
  const range = state.doc.resolve(block.from).blockRange(state.doc.resolve(block.to));
  if (!range) return false;
  view.dispatch(state.tr.wrap(range, [{ type: quote, ...(attrs ? { attrs } : {}) }]).scrollIntoView());
  return true;
}

const isList = ({ type }: Node) => type.name === 'bulletList' || type.name === 'orderedList';

export function selectBlock(editor: Editor, at: number): void {
  const block = blockAt(editor.state, at);
  const { tr } = editor.state;
  if (block) editor.view.dispatch(tr.setSelection(TextSelection.between(tr.doc.resolve(block.from), tr.doc.resolve(block.to))));
}
