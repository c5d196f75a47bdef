import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, type EditorState, type Transaction } from '@tiptap/pm/state';

import { mediaIdOf } from './schema/picture';

/** A picture of the library, which may be a link. One with a format is part of a line. */
const isOwn = ({ type, attrs, marks }: Node) => type.name === 'picture' && mediaIdOf(attrs['src']) !== undefined && marks.every((mark) => mark.type.name === 'link');

/** What Markdown takes for a space; others are words. */
const isSpace = (node: Node) => node.isText && /^[ \t\n]*$/.test(node.text ?? '');

/** The pictures of a paragraph that has nothing but pictures of the library; none for any other block. */
export function picturesOf(block: Node): readonly Node[] {
  const isRow = block.type.name === 'paragraph' && block.children.every((child) => isOwn(child) || isSpace(child));
  return isRow ? block.children.filter(isOwn) : [];
}

/** Whether pages show a block as a gallery (decision 383). */
export const isGallery = (block: Node) => picturesOf(block).length > 1;

/** Pictures as they stand in one paragraph: a space between them is what other readers of Markdown show. */
export function sideBySide(pictures: readonly Node[]): Fragment {
  return Fragment.from(pictures.flatMap((each, i) => (i === 0 ? [each] : [each.type.schema.text(' '), each])));
}

/** Puts a picture that has its paragraph for itself, or a gallery, beside the pictures before it; undefined where there are none. */
export function besideThoseBefore(state: EditorState, at: number): Transaction | undefined {
  const $at = state.doc.resolve(at);
  const own = picturesOf($at.parent);
  const before = own.length > 0 ? state.doc.resolve($at.before()).nodeBefore : null;
  const earlier = before ? picturesOf(before) : [];
  if (!before || earlier.length === 0) return undefined;
  const from = $at.before() - before.nodeSize;
  return replaced(state, from, $at.after(), [[...earlier, ...own]], state.doc.nodeAt(at));
}

/** Gives a picture of a gallery a paragraph of its own; undefined for one that has it. */
export function onItsOwn(state: EditorState, at: number): Transaction | undefined {
  const $at = state.doc.resolve(at);
  const picture = state.doc.nodeAt(at);
  if (!picture || !isGallery($at.parent)) return undefined;
  return replaced(state, $at.before(), $at.after(), apart($at), picture);
}

/** The pictures before one, itself, and those behind it, as far as there are any. */
function apart($at: ResolvedPos): Node[][] {
  const before = picturesOf($at.parent.cut(0, $at.parentOffset));
  const own = $at.parent.cut($at.parentOffset, $at.parentOffset + 1).children;
  const behind = picturesOf($at.parent.cut($at.parentOffset + 1));
  return [[...before], [...own], [...behind]].filter((each) => each.length > 0);
}

/** Puts paragraphs of pictures in the place of others, and stays at a picture. */
function replaced({ tr, schema }: EditorState, from: number, to: number, rows: readonly (readonly Node[])[], stays: Node | null): Transaction | undefined {
  const paragraph = schema.nodes['paragraph'];
  if (!paragraph) return undefined;
  const blocks = Fragment.from(rows.map((row) => paragraph.create(null, sideBySide(row))));
  tr.replaceWith(from, to, blocks);
  tr.doc.nodesBetween(from, from + blocks.size, (node, at) => {
    if (node === stays) tr.setSelection(NodeSelection.create(tr.doc, at));
  });
  return tr;
}
