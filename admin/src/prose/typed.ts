import { Extension, InputRule } from '@tiptap/core';
import { Plugin, TextSelection, type EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

import { isSafeAddress } from './addresses';
import { hasTasks } from './schema/lists';

/** What Markdown has for links and tasks, as it is typed. */
export const typed = Extension.create({
  name: 'typed',
  addInputRules: () => {
    return [
      new InputRule({
        find: /(?<!!)\[([^[\]]+)\]\(([^\s()]+)\)$/,
        handler: ({ state: { tr, schema }, range, match: [, words = '', href = ''] }) => {
          const link = schema.marks['link'];
          if (!link || !isSafeAddress(href)) return null;
          tr.replaceWith(range.from, range.to, schema.text(words, [link.create({ href })])).removeStoredMark(link);
          return undefined;
        },
      }),
      new InputRule({
        find: /^\[([ xX]?)\] $/,
        handler: ({ state, range, match: [, sign = ''], chain }) => {
          if (state.doc.resolve(range.from).parent.type.name !== 'paragraph' || !hasTasks(state.schema)) return null;
          const begun = chain().deleteRange(range);
          const { $from } = state.selection;
          const isFirst = $from.depth > 1 && $from.node(-1).type.name === 'listItem' && $from.index(-1) === 0;
          (isFirst ? begun : begun.toggleBulletList()).updateAttributes('listItem', { checked: sign.trim() !== '' }).run();
          return undefined;
        },
      }),
    ];
  },
  addProseMirrorPlugins: () => [new Plugin({ props: { handleDoubleClick: (view, at, event) => chooseLast(view, at, event) } })],
});

/** A double click behind the last word of a line chooses that word. A browser would choose the end of the paragraph. */
function chooseLast(view: EditorView, at: number, event: MouseEvent): boolean {
  const found = lastWord(view.state, at);
  if (!found || event.clientX <= view.coordsAtPos(at).right) return false;
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, found.from, found.to)));
  return true;
}

function lastWord({ doc }: EditorState, at: number): { from: number; to: number } | undefined {
  const $at = doc.resolve(at);
  if (!$at.parent.isTextblock || $at.parentOffset !== $at.parent.content.size) return undefined;
  const text = $at.parent.textBetween(0, $at.parentOffset, undefined, '\u0000');
  const [word = ''] = /[^\s\u0000]*$/.exec(text) ?? [];
  return word === '' ? undefined : { from: at - word.length, to: at };
}
