// @vitest-environment happy-dom
import { Editor } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';
import { afterEach, expect, it } from 'vitest';

import { cards } from './cards';
import { Faithful } from './faithful';
import { markdownFormat } from './markdown/format';
import { extensionsFor } from './schema/extensions';
import { quote, slashed, type Asks } from './tools/commands';

const editors: Editor[] = [];
afterEach(() => editors.splice(0).forEach((each) => each.destroy()));

function open(text: string) {
  const editor = new Editor({ extensions: [...extensionsFor('markdown'), cards(() => ({ players: [], player: '', link: '', own: '', open: '', show: '', toText: '', read: () => Promise.resolve(undefined), callout: (kind) => `A ${kind}`, title: 'A title' }))] });
  editors.push(editor);
  const faithful = new Faithful(markdownFormat(editor.schema), editor.schema, text);
  editor.commands.setContent(faithful.doc.toJSON() as object);
  // At the end of its words; an empty line may follow.
  editor.view.dispatch(editor.state.tr.setSelection(Selection.near(editor.state.doc.resolve(editor.state.doc.child(0).nodeSize - 1), -1)));
  const type = (words: string) => {
    for (const letter of words) {
      const { from, to } = editor.state.selection;
      if (!editor.view.someProp('handleTextInput', (handle) => handle(editor.view, from, to, letter, () => editor.state.tr.insertText(letter, from, to)))) editor.commands.insertContent(letter);
    }
  };
  return { editor, type, written: () => faithful.write(editor.state.doc) };
}

const run = (name: string) => (editor: Editor) => slashed.find((each) => each.name === name)?.run(editor, {} as Asks);

it.each<[string, string, (editor: Editor) => void, string]>([
  ['of a paragraph', 'Hot.', run('prose.callout.warning'), '> [!WARNING]\n> Hot.'],
  ['of a quotation', '> Hot.', run('prose.callout.tip'), '> [!TIP]\n> Hot.'],
  ['of another kind', '> [!NOTE]\n> Hot.', run('prose.callout.tip'), '> [!TIP]\n> Hot.'],
  ['and a quotation of it again', '> [!NOTE]\n> Hot.', (editor) => quote.run(editor, {} as Asks), '> Hot.'],
])('a callout is made %s', (_, before, act, after) => {
  const { editor, written } = open(before);
  act(editor);
  expect(written()).toBe(after);
});

it('a callout is made by typing its line into a quotation, and by nothing less', () => {
  const { type, written } = open('');
  type('> [!tip] Hot.');
  expect(written()).toBe('> [!TIP]\n> Hot.');
  const line = open('');
  line.type('> [!TIP]');
  const { view } = line.editor;
  view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key: 'Enter' })));
  line.type('Hot.');
  expect(line.written()).toBe('> [!TIP]\n> Hot.');
  const other = open('');
  other.type('> [!hot] [!tip] x');
  expect(other.written()).toBe('> \\[!hot\\] \\[!tip\\] x');
});

it('a quotation that is begun below a callout is none of it', () => {
  const { editor, type, written } = open('> [!NOTE]\n> Hot.');
  editor.chain().insertContentAt(editor.state.doc.content.size, { type: 'paragraph' }).focus('end').run();
  type('> [!tip] Warm');
  expect(written()).toBe('> [!NOTE]\n> Hot.\n\n> [!TIP]\n> Warm');
});

it('an empty line above a numbered list leaves it a list', () => {
  const { editor, written } = open('> [!NOTE]\n>\n> 2. one');
  editor.commands.insertContentAt(1, { type: 'paragraph' });
  expect(written()).toBe('> [!NOTE]\n>\n> 2. one');
});

it.each(['> \\[!NOTE\\]\n> Hot.', '> &#91;!NOTE]\n> Hot.', '> [!NOTE] and words'])('a label that is words is none of a callout: %j', (text) => {
  const { editor, written } = open(text);
  expect(editor.getAttributes('blockquote')['callout']).toBeNull();
  editor.commands.insertContent('!');
  expect(written()).toMatch(/^> \\\[!NOTE\\\]/);
});

it('what begins with a list, a heading or an underline stands behind a blank line', () => {
  for (const text of ['> [!NOTE]\n>\n> - one', '> [!NOTE]\n>\n> # One', '> [!NOTE]\n>\n> =x']) {
    const { editor, written } = open(text);
    editor.commands.insertContent('!');
    expect(written()).toBe(`${text}!`);
  }
});

it('a callout says what it is, inside of another block too', () => {
  const { editor } = open('> [!NOTE]\n>\n> - one\n>\n>   > [!TIP]\n>   > two');
  expect([...editor.view.dom.querySelectorAll('blockquote')].map((each) => each.dataset['name'])).toEqual(['A note', 'A tip']);
});

it.each([
  ['> [!NOTE]- How *long*?\n> Three minutes.', 'How long?', '> [!NOTE]- How *long*?\n>\n> Three minutes.!'],
  ['> [!tip]+ Open\n>\n> - one', 'Open', '> [!TIP]+ Open\n>\n> - one!'],
  ['> [!NOTE]-', '', '> [!NOTE]- !'],
  ['> [!NOTE]- [a\n> b](/x) c', 'a b c', '> [!NOTE]- [a b](/x) c!'],
  ['> [!NOTE]- *a\n> b* c *d* e\n> f', 'a b c d e', '> [!NOTE]- *a b* c *d* e\n>\n> f!'],
])('a callout that folds has a title: %j', (text, title, changed) => {
  const { editor, written } = open(text);
  expect(editor.state.doc.firstChild?.firstChild?.textContent).toBe(title);
  expect(editor.view.dom.querySelector('.quartet-title')?.textContent).toBe(title);
  expect(written()).toBe(text);
  editor.commands.insertContent('!');
  expect(written()).toBe(changed);
});

it.each(['> [!NOTE ]\n> x', '> [!NOTE]\u3000\n> x', '> [!NOTE]-x', '> [!NOTE]-- x', '> \\[!NOTE]- x', '> [!HOT]- x'])('%j is a quotation', (text) => {
  expect(open(text).editor.view.dom.querySelector('[data-callout]')).toBeNull();
});

it('a callout that folds is made by its command, and by typing its label', () => {
  const { editor, type, written } = open('How long?');
  run('prose.toggle')(editor);
  expect(written()).toBe('> [!NOTE]- How long?');
  run('prose.callout.tip')(editor);
  expect(written()).toBe('> [!TIP]- How long?');
  run('prose.toggle')(editor);
  expect(written()).toBe('> [!TIP]\n> How long?');
  quote.run(editor, {} as Asks);
  expect(written()).toBe('> How long?');
  editor.commands.setContent('');
  type('> [!warning]- Hot');
  expect(written()).toBe('> [!WARNING]- Hot');
});
