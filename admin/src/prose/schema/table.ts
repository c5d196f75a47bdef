import { Node, mergeAttributes } from '@tiptap/core';
import { Plugin, Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { goToNextCell, isInTable, tableEditing, addRowAfter, fixTables } from '@tiptap/pm/tables';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

const spans = { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null, rendered: false } };
const align = {
  align: {
    default: null as string | null,
    parseHTML: (element: HTMLElement) => element.getAttribute('align'),
    renderHTML: ({ align: side }: Record<string, unknown>) => (typeof side === 'string' ? { align: side } : {}),
  },
};
const attributes = () => ({
  colspan: { ...spans.colspan, parseHTML: number('colspan'), renderHTML: above('colspan') },
  rowspan: { ...spans.rowspan, parseHTML: number('rowspan'), renderHTML: above('rowspan') },
  colwidth: spans.colwidth,
  ...align,
});

function number(name: string) {
  return (element: HTMLElement) => Math.max(1, Math.min(100, Number(element.getAttribute(name)) || 1));
}

function above(name: string) {
  return (attrs: Record<string, unknown>) => (Number(attrs[name]) > 1 ? { [name]: attrs[name] } : {});
}

/** What a node is to prosemirror-tables. Tiptap asks each extension about every node. */
function roleOf(name: string, tableRole: string) {
  return (extension: { name: string }) => (extension.name === name ? { tableRole } : {});
}

/** A table of rows of cells; a cell is one paragraph, which is what Markdown can write. */
export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  addOptions: () => ({ label: '' }),
  extendNodeSchema: roleOf('table', 'table'),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addNodeView: () => shownTable,
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      Tab: () => {
        if (!isInTable(editor.state)) return false;
        if (goToNextCell(1)(editor.state, editor.view.dispatch)) return true;
        addRowAfter(editor.state, editor.view.dispatch);
        return goToNextCell(1)(editor.state, editor.view.dispatch);
      },
      'Shift-Tab': () => isInTable(editor.state) && goToNextCell(-1)(editor.state, editor.view.dispatch),
      // They would select the whole table, for the next key to empty it.
      Backspace: () => enter(editor.state, -1, editor.view.dispatch),
      Delete: () => enter(editor.state, 1, editor.view.dispatch),
      // A cell is one paragraph.
      Enter: () => isInTable(editor.state) && (goBelow(editor.state, (to) => editor.commands.setTextSelection(to)) || editor.commands.setHardBreak()),
    };
  },
  addProseMirrorPlugins: () => [tableEditing(), namelessHeaders],
  onCreate() {
    const fixed = fixTables(this.editor.state);
    if (fixed) this.editor.view.dispatch(fixed.setMeta('addToHistory', false));
  },
});

/** In a box that scrolls where there is no room for its columns: with the caret, or, in a text that one only reads, with the focus. */
function shownTable({ view }: { view: EditorView }): { dom: HTMLElement; contentDOM: HTMLElement } {
  const dom = document.createElement('div');
  dom.className = 'quartet-table';
  if (view.editable) dom.setAttribute('contenteditable', 'inherit'); // says that the keyboard reaches it
  else dom.tabIndex = 0;
  const table = dom.appendChild(document.createElement('table'));
  return { dom, contentDOM: table.appendChild(document.createElement('tbody')) };
}

export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  extendNodeSchema: roleOf('tableRow', 'row'),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const cell = (name: string, tag: 'td' | 'th', role: string) =>
  Node.create({
    name,
    content: 'paragraph',
    isolating: true,
    extendNodeSchema: roleOf(name, role),
    addAttributes: attributes,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

export const TableCell = cell('tableCell', 'td', 'cell');
export const TableHeader = cell('tableHeader', 'th', 'header_cell');

/** From the edge of a block, a key that removes leads into the table beside it. */
function enter(state: EditorState, side: -1 | 1, dispatch: (transaction: Transaction) => void): boolean {
  const { $from, empty } = state.selection;
  const isEdge = $from.depth === 1 && $from.parentOffset === (side < 0 ? 0 : $from.parent.content.size);
  if (!empty || !isEdge) return false;
  const beside = state.doc.maybeChild($from.index(0) + side);
  if (beside?.type.name !== 'table') return false;
  const { tr } = state;
  if ($from.parent.childCount === 0 && state.doc.childCount > 1) tr.delete($from.before(), $from.after());
  const at = tr.mapping.map(side < 0 ? $from.before() : $from.after());
  dispatch(tr.setSelection(Selection.findFrom(tr.doc.resolve(at), side, true) ?? TextSelection.near(tr.doc.resolve(at))).scrollIntoView());
  return true;
}

/** The row below has the cell that Enter leads to; in the last row there is none. */
function goBelow(state: EditorState, go: (to: number) => boolean): boolean {
  const { $head } = state.selection;
  const depth = depthOf(state, 'tableRow');
  if (depth === undefined) return false;
  const column = $head.index(depth);
  const table = $head.node(depth - 1);
  const row = $head.index(depth - 1);
  if (row + 1 >= table.childCount) return false;
  let to = $head.after(depth) + 1;
  const below = table.child(row + 1);
  for (let i = 0; i < Math.min(column, below.childCount - 1); i++) to += below.child(i).nodeSize;
  return go(to + 2);
}

export function depthOf(state: EditorState, name: string): number | undefined {
  const { $head } = state.selection;
  for (let depth = $head.depth; depth > 0; depth--) if ($head.node(depth).type.name === name) return depth;
  return undefined;
}

/** A header with nothing in it yet names no column: until then it is a cell like others to who listens. */
const namelessHeaders = new Plugin({
  props: {
    decorations({ doc }) {
      const found: Decoration[] = [];
      doc.forEach((block, start) => {
        if (block.type.name !== 'table' && block.isTextblock) return;
        block.descendants((node, at) => {
          if (node.type.name !== 'tableHeader') return !node.isTextblock;
          if (node.textContent.trim() === '') found.push(Decoration.node(start + 1 + at, start + 1 + at + node.nodeSize, { role: 'cell' }));
          return false;
        });
      });
      return DecorationSet.create(doc, found);
    },
  },
});
