import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';

/** What a line of a list or a quotation begins with: its indentation, its mark, a box to tick. */
const beginning = /^(\s*)(?:([-*+])|(\d{1,9})([.)])|(>))( +)(\[[ xX]\] +)?/;

/**
 * Enter in a list or a quotation: the next line begins as this one does, and a line with nothing in it ends the list.
 * undefined anywhere else.
 */
export function continued(state: EditorState): TransactionSpec | undefined {
  const { empty, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const match = beginning.exec(line.text);
  if (!empty || !match || head - line.from < match[0].length || isCode(state, line.from)) return undefined;
  if (match[0].length === line.text.length) return { changes: { from: line.from, to: line.to }, selection: EditorSelection.cursor(line.from) };
  const [, indent = '', bullet = '', number, stop = '', quote = '', gap = ' ', box] = match;
  const mark = number === undefined ? bullet + quote : `${Number(number) + 1}${stop}`;
  const insert = `\n${indent}${mark}${gap}${box === undefined ? '' : '[ ] '}`;
  return { changes: { from: head, insert }, selection: EditorSelection.cursor(head + insert.length) };
}

function isCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, 1) as ReturnType<typeof syntaxTree>['topNode'] | null; node; node = node.parent) {
    if (node.name === 'FencedCode' || node.name === 'CodeBlock') return true;
  }
  return false;
}
