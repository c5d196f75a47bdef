import { Fragment, Slice, type Node, type NodeType, type ResolvedPos } from '@tiptap/pm/model';
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state';

import { sideBySide } from './gallery';

/**
 * Puts a picture into a text, or several side by side, and answers where the first is. They are a block of their own, so that
 * a page shows a figure: the words around it are parted. Where the text has no room for one, as in the cell of a table, they stand in the line.
 */
export function putPictures(tr: Transaction, at: number, pictures: Fragment): number {
  const $at = tr.doc.resolve(at);
  const paragraph = pictures.firstChild?.type.schema.nodes['paragraph'];
  const place = paragraph && placeOf($at, paragraph);
  if (!place) {
    tr.insert(at, pictures);
    return at;
  }
  const block = paragraph.create(null, pictures);
  if (place === 'between') tr.insert(at, block);
  else if (place === 'behind') tr.insert($at.after(), block);
  else return parted(tr, $at, block);
  return (place === 'between' ? at : $at.after()) + 1;
}

/** Puts a picture, or several side by side, in the place of what is selected, and leads to the paragraph behind it. */
export function insertPictures(tr: Transaction, pictures: readonly Node[]): number {
  if (!tr.selection.empty) tr.deleteSelection();
  const row = sideBySide(pictures);
  const at = putPictures(tr, tr.selection.from, row);
  const $behind = tr.doc.resolve(at + row.size);
  if ($behind.parent.childCount > row.childCount || !$behind.parent.isTextblock) tr.setSelection(TextSelection.near($behind));
  else tr.setSelection(paragraphBehind(tr, $behind));
  return at;
}

/** Where a picture can have a block: at a gap between blocks, in the middle of a paragraph, or behind a block of another kind. */
function placeOf($at: ResolvedPos, paragraph: NodeType): 'between' | 'behind' | 'within' | undefined {
  if (!$at.parent.isTextblock) return $at.parent.canReplaceWith($at.index(), $at.index(), paragraph) ? 'between' : undefined;
  const around = $at.node(-1);
  if (!around.canReplaceWith($at.indexAfter(-1), $at.indexAfter(-1), paragraph)) return undefined;
  return $at.parent.type === paragraph ? 'within' : 'behind';
}

/**
 * Parts a paragraph around a picture in one step, so that what is to come before it and behind it stays so; of the two parts, what is
 * empty goes, as does the one behind where another paragraph follows.
 */
function parted(tr: Transaction, $at: ResolvedPos, block: Node): number {
  const rest = $at.parent.copy(Fragment.empty);
  const follows = $at.node(-1).maybeChild($at.indexAfter(-1))?.type === rest.type;
  const isFirst = $at.parentOffset === 0;
  const isLast = $at.parentOffset === $at.parent.content.size;
  tr.replace($at.pos, $at.pos, new Slice(Fragment.from([rest, block, rest]), 1, 1));
  const behind = $at.pos + 1 + block.nodeSize;
  if (isLast && follows) tr.delete(behind, behind + 2);
  if (isFirst) tr.delete($at.pos - 1, $at.pos + 1);
  return $at.pos + (isFirst ? 0 : 2);
}

/** The beginning of the paragraph behind a block, which is made where another kind of block follows, or none. */
function paragraphBehind(tr: Transaction, $end: ResolvedPos): Selection {
  const after = $end.after();
  if (tr.doc.resolve(after).nodeAfter?.type !== $end.parent.type) tr.insert(after, $end.parent.type.create());
  return TextSelection.create(tr.doc, after + 1);
}
