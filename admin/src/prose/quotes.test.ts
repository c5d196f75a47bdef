// @vitest-environment happy-dom
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Quote } from '../api/types.gen';
import { Faithful } from './faithful';
import { markdownFormat } from './markdown/format';
import { goToQuote, markQuotes, missingIn, mostQuoted, placesOf, quotable, quoteOf } from './quotes';
import { extensionsFor } from './schema/extensions';

const open: Editor[] = [];
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  open.splice(0).forEach((editor) => editor.destroy());
  vi.useRealTimers();
});

function edited(markdown: string) {
  const changed = vi.fn();
  const editor = new Editor({ extensions: [...extensionsFor('markdown', () => Promise.resolve(undefined)), quotable(changed)] });
  open.push(editor);
  const faithful = new Faithful(markdownFormat(editor.schema), editor.schema, markdown);
  editor.commands.setContent(faithful.doc.toJSON() as JSONContent);
  return { editor, changed, kept: () => faithful.write(editor.state.doc), marks: () => [...editor.view.dom.querySelectorAll('.quartet-quoted')].map((each) => each.textContent) };
}

const textOf = (editor: Editor, { from, to }: { from: number; to: number }) => editor.state.doc.textBetween(from, to, '\n', '\ufffc');

/** Selects the n-th place of some words. */
function select(editor: Editor, words: string, n = 0): void {
  const quotes = Array.from({ length: n + 1 }, () => words);
  let from = 0;
  editor.state.doc.descendants((node, at) => {
    for (let i = 0; node.isText && (i = (node.text ?? '').indexOf(words, i)) >= 0; i++) if (quotes.pop() !== undefined && quotes.length === 0) from = at + i;
  });
  editor.commands.setTextSelection({ from, to: from + words.length });
}

const quoted = (editor: Editor): Quote => {
  const quote = quoteOf(editor.state);
  if (!quote) throw new Error('nothing is selected');
  return quote;
};

it('what is selected is kept with what is around it', () => {
  const { editor } = edited('# Tea\n\nWarm the **pot** first, then pour.\n\n- one\n- two');
  select(editor, 'pot');
  expect(quoteOf(editor.state)).toEqual({ exact: 'pot', prefix: 'Tea\nWarm the ', suffix: ' first, then pour.\none\ntwo\n' });
  editor.commands.setTextSelection(3);
  expect(quoteOf(editor.state)).toBeUndefined();
});

it('of the same words the place is found that was selected', () => {
  const { editor } = edited('The tea is green.\n\nThe tea is white.\n\nThe tea is black.');
  for (const n of [0, 1, 2]) {
    select(editor, 'tea', n);
    const { from, to } = editor.state.selection;
    expect(placesOf(editor.state.doc, [quoted(editor)])).toEqual([{ from, to }]);
  }
});

it('other places with the same words are not taken for the one that is gone', () => {
  const { editor } = edited('* Warm the pot.\n* Fill the pot.\n\nEmpty the pot, and leave it open.');
  select(editor, 'pot', 1);
  const quote = quoted(editor);
  const { from, to } = editor.state.selection;
  editor.commands.insertContentAt({ from, to }, 'po');
  expect(placesOf(editor.state.doc, [quote])).toEqual([undefined]);
});

it('one side is enough to know the words by, and words that are long and there once need neither', () => {
  const { editor } = edited('Something else came before. Fill the pot. Empty it, and leave it open for a while.');
  const places = (exact: string, prefix: string, suffix: string) => placesOf(editor.state.doc, [{ exact, prefix, suffix }]).map((place) => place && textOf(editor, place));
  expect(places('pot', 'It was another beginning: warm a ', '. Empty it, and leave it open fo')).toEqual(['pot']);
  expect(places('pot', 'It was another beginning: warm a ', ', and then another end of it all')).toEqual([undefined]);
  expect(places('leave it open', 'It was another beginning: warm a ', ', and then another end of it all')).toEqual(['leave it open']);
});

it('a selection over several blocks is found again', () => {
  const { editor } = edited('First line.\n\n> A quotation\n\n- one\n- two');
  select(editor, 'line.');
  const { from } = editor.state.selection;
  select(editor, 'one');
  const { to } = editor.state.selection;
  editor.commands.setTextSelection({ from, to });
  const quote = quoted(editor);
  expect(quote.exact).toBe('line.\nA quotation\none');
  const [place] = placesOf(editor.state.doc, [quote]);
  expect(place && textOf(editor, place)).toBe('line.\nA quotation\none');
});

it('a quote has a bound, in characters of every alphabet, and blanks around it are left out', () => {
  const long = '🫖茶'.repeat(300);
  const { editor } = edited(`a ${long}`);
  editor.commands.selectAll();
  expect(Array.from(quoted(editor).exact).length).toBe(mostQuoted);
  editor.commands.setTextSelection({ from: 2, to: 6 });
  const quote = quoted(editor);
  expect(quote.exact).toBe(quote.exact.trim());
  expect(Array.from(quote.suffix).length).toBeLessThanOrEqual(32);
  expect(`${quote.prefix} ${quote.exact} ${quote.suffix}`).not.toMatch(/\p{Surrogate}/u);
});

it('words are marked while they are there, and what is kept has nothing of it', () => {
  const markdown = 'Warm the *pot* first.\n\n* then pour';
  const { editor, kept, marks, changed } = edited(markdown);
  select(editor, 'first');
  const quote = quoted(editor);
  markQuotes(editor.view, [{ id: 'c1', quote }, { id: 'c2', quote: { exact: 'gone', prefix: '', suffix: '' } }]);
  expect(marks()).toEqual(['first']);
  expect(missingIn(editor.view)).toEqual(new Set(['c2']));
  expect(kept()).toBe(markdown);
  changed.mockClear();
  vi.advanceTimersByTime(5000); // another step of undo
  select(editor, 'first');
  editor.commands.insertContent('last');
  vi.runAllTimers();
  expect(marks()).toEqual([]);
  expect(changed).toHaveBeenCalled();
  expect(missingIn(editor.view)).toEqual(new Set(['c1', 'c2']));
  editor.commands.undo();
  vi.runAllTimers();
  expect(marks()).toEqual(['first']);
  expect(missingIn(editor.view)).toEqual(new Set(['c2']));
});

it('words of which all are missing are told, too', () => {
  const { editor, changed } = edited('Warm the pot.');
  changed.mockClear();
  markQuotes(editor.view, [{ id: 'c1', quote: { exact: 'gone', prefix: '', suffix: '' } }]);
  expect(changed).toHaveBeenCalled();
});

it('marks go along with words that move, at once', () => {
  const { editor, marks } = edited('Warm the pot first.');
  select(editor, 'pot');
  markQuotes(editor.view, [{ id: 'c1', quote: quoted(editor) }]);
  editor.commands.insertContentAt(1, 'Always: ');
  expect(marks()).toEqual(['pot']);
});

it('a comment leads to its words, and selects nothing that a key would replace', () => {
  const { editor } = edited('Warm the pot first.');
  select(editor, 'pot');
  const { from } = editor.state.selection;
  markQuotes(editor.view, [{ id: 'c1', quote: quoted(editor) }]);
  editor.commands.setTextSelection(1);
  expect(goToQuote(editor.view, 'c1')).toBe(true);
  expect(editor.state.selection.empty && editor.state.selection.from).toBe(from);
  expect(goToQuote(editor.view, 'c9')).toBe(false);
});
