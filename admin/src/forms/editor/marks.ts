import { EditorSelection, type ChangeSpec, type EditorState, type SelectionRange, type TransactionSpec } from '@codemirror/state';

/** Puts a mark of Markdown around what is selected, or takes it away. */
export function around(mark: string) {
  return (state: EditorState): TransactionSpec =>
    state.changeByRange((range) => {
      const size = mark.length;
      const outside = state.sliceDoc(range.from - size, range.from) === mark && state.sliceDoc(range.to, range.to + size) === mark;
      if (outside) return shifted(range, [{ from: range.from - size, to: range.from }, { from: range.to, to: range.to + size }], -size);
      const chosen = state.sliceDoc(range.from, range.to);
      const inside = chosen.length > 2 * size && chosen.startsWith(mark) && chosen.endsWith(mark);
      if (inside) {
        const changes = [{ from: range.from, to: range.from + size }, { from: range.to - size, to: range.to }];
        return { changes, range: EditorSelection.range(range.from, range.to - 2 * size) };
      }
      return shifted(range, [{ from: range.from, insert: mark }, { from: range.to, insert: mark }], size);
    });
}

function shifted(range: SelectionRange, changes: ChangeSpec, by: number) {
  return { changes, range: EditorSelection.range(range.anchor + by, range.head + by) };
}

/** Makes a link of what is selected, and selects the address that is to be written. */
export function link(state: EditorState): TransactionSpec {
  return state.changeByRange((range) => {
    const words = state.sliceDoc(range.from, range.to);
    const isAddress = /^https?:\/\/\S+$/.test(words);
    const insert = isAddress ? `[](${words})` : `[${words}](https://)`;
    const at = isAddress ? EditorSelection.cursor(range.from + 1) : addressOf(range.from + words.length + 3);
    return { changes: { from: range.from, to: range.to, insert }, range: at };
  });
}

const addressOf = (from: number) => EditorSelection.range(from, from + 'https://'.length);

/** Begins every selected line in a way of its own, or takes that beginning away from all. */
export function lines(start: (number: number) => string, pattern: RegExp) {
  return (state: EditorState): TransactionSpec =>
    state.changeByRange((range) => {
      const chosen = linesOf(state, range);
      const all = chosen.every((line) => pattern.test(line.text));
      const changes = chosen.map((line, i) => {
        const old = /^(#{1,6} |> |[-*+] |\d+[.)] )/.exec(line.text)?.[0] ?? '';
        return { from: line.from, to: line.from + old.length, insert: all ? '' : start(i + 1) };
      });
      const moved = state.changes(changes);
      return { changes, range: EditorSelection.range(moved.mapPos(range.anchor, 1), moved.mapPos(range.head, 1)) };
    });
}

function linesOf(state: EditorState, range: SelectionRange) {
  const first = state.doc.lineAt(range.from).number;
  const last = state.doc.lineAt(range.to).number;
  return Array.from({ length: last - first + 1 }, (_, i) => state.doc.line(first + i));
}

/** The next depth of a heading on the selected lines: none, second, third, none again. */
export function heading(state: EditorState): TransactionSpec {
  const line = state.doc.lineAt(state.selection.main.from).text;
  if (line.startsWith('## ')) return lines(() => '### ', /^### /)(state);
  if (line.startsWith('### ')) return lines(() => '', /^never/)(state);
  return lines(() => '## ', /^## /)(state);
}

export const bold = around('**');
export const italic = around('*');
export const bulletList = lines(() => '- ', /^[-*+] /);
export const numberedList = lines((number) => `${number}. `, /^\d+[.)] /);
export const quote = lines(() => '> ', /^> /);

/** Code within a line, or a block of it where several lines are chosen. */
export function code(state: EditorState): TransactionSpec {
  const { from, to } = state.selection.main;
  if (!state.sliceDoc(from, to).includes('\n')) return around('`')(state);
  return { changes: [{ from, insert: '```\n' }, { from: to, insert: '\n```' }], selection: EditorSelection.range(from + 4, to + 4) };
}
