// @vitest-environment happy-dom
import { Editor, type JSONContent } from '@tiptap/core';
import { expect, it } from 'vitest';

import { isOfWords, quoteList, turnList } from './blocks';
import { Faithful } from './faithful';
import { markdownFormat } from './markdown/format';
import { extensionsFor } from './schema/extensions';

/** An editor with a text, and what it is after a change. */
function opened(markdown: string) {
  const editor = new Editor({ extensions: extensionsFor('markdown', () => Promise.resolve(undefined)) });
  const format = markdownFormat(editor.schema);
  const text = new Faithful(format, editor.schema, markdown);
  editor.commands.setContent(text.doc.toJSON() as JSONContent);
  return { editor, written: () => text.write(editor.state.doc) };
}

it.each([
  ['a paragraph', 'words', true],
  ['a list', '- one\n- two', true],
  ['a picture alone', '![A pot](media:a)', false],
  ['a picture among words', 'See ![a pot](media:a) here', false],
  ['code', '```\nx\n```', false],
])('whether a block may be turned into another: %s', (_, markdown, want) => {
  const { editor } = opened(markdown);
  expect(isOfWords(editor, 1)).toBe(want);
  editor.destroy();
});

const bullets = { type: 'bulletList', checked: null } as const;
const numbers = { type: 'orderedList', checked: null } as const;
const tasks = { type: 'bulletList', checked: false } as const;

it.each([
  ['bullets', numbers, '- one\n  - in it\n- two', '1. one\n   - in it\n2. two'],
  ['numbers', bullets, '1. one\n   - in it\n2. two', '- one\n  - in it\n- two'],
  ['tasks', bullets, '- [x] one\n  - [ ] in it\n- [ ] two', '- one\n  - [ ] in it\n- two'],
  ['bullets that become tasks', tasks, '- one\n  - in it\n- two', '- [ ] one\n  - in it\n- [ ] two'],
  ['tasks that stay tasks', tasks, '- [x] one\n- [ ] two', '- [x] one\n- [ ] two'],
  ['items with blank lines between them', numbers, '* one\n\n* two', '1. one\n\n2. two'],
])('a list of another kind has what it had: %s', (_, kind, before, after) => {
  const { editor, written } = opened(before);
  expect([turnList(editor, 1, kind), written()]).toEqual([true, after]);
  editor.destroy();
});

it('a list goes into a quotation as it is', () => {
  const { editor, written } = opened('- one\n  - in it\n- two');
  expect([quoteList(editor, 1), written()]).toEqual([true, '> - one\n>   - in it\n> - two']);
  editor.destroy();
});

it('what is no list is not turned as one', () => {
  const { editor, written } = opened('one');
  expect([turnList(editor, 1, bullets), quoteList(editor, 1), written()]).toEqual([false, false, 'one']);
  editor.destroy();
});
