import type { EditorState } from '@tiptap/pm/state';
import { getMarkRange, type Editor } from '@tiptap/react';

/** The link that the beginning of the selection is in, or at whose end it is; what is typed there is none of it. */
export function linkAt({ doc, schema, selection }: EditorState): { from: number; href: string } | undefined {
  const type = schema.marks['link'];
  const range = type && getMarkRange(selection.$from, type);
  if (!range) return undefined;
  const mark = doc.nodeAt(range.from)?.marks.find((each) => each.type === type);
  return mark && { from: range.from, href: String(mark.attrs['href'] ?? '') };
}

/** Where that leads, or the first link of what is selected. "" without one. */
export const hrefOf = (editor: Editor): string => (editor.state.selection.empty ? (linkAt(editor.state)?.href ?? '') : String(editor.getAttributes('link')['href'] ?? ''));
