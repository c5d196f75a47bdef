// @vitest-environment happy-dom
import { getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { expect, it } from 'vitest';

import { Faithful } from './faithful';
import { markdownFormat } from './markdown/format';
import { insertPictures } from './pictureBlock';
import { changePlaces, fillPlace, takesFiles } from './places';
import { extensionsFor } from './schema/extensions';
import { slashAt } from './tools/slash';

const schema = getSchema(extensionsFor('markdown'));
const format = markdownFormat(schema);
const file = takesFiles(() => undefined);
const plugins = file.config.addProseMirrorPlugins?.call({} as never) ?? [];
const picture = (name: string) => schema.node('picture', { src: `media:${name}`, alt: '' });

/** A text with somebody at the "@" in it; "_" is an empty paragraph. */
function begun(text: string): { held: Faithful; state: EditorState } {
  const held = new Faithful(format, schema, text.replace('@', '').replace('_', 'EMPTY'));
  let state = EditorState.create({ doc: held.doc, plugins });
  const places = new Map<string, number>();
  const marked = new Faithful(format, schema, text.replace('_', 'EMPTY')).doc;
  marked.descendants((node, at) => {
    const found = node.isText ? (node.text ?? '').search(/@|EMPTY/) : -1;
    if (found >= 0 && !places.has('at')) places.set('at', at + found);
    return true;
  });
  const at = places.get('at') ?? 1;
  state = state.apply(text.includes('_') ? state.tr.delete(at, at + 'EMPTY'.length) : state.tr);
  return { held, state: state.apply(state.tr.setSelection(TextSelection.create(state.doc, at))) };
}

function typed(state: EditorState, words: string): EditorState {
  return state.apply(state.tr.insertText(words));
}

/** A text with a picture, and "HERE" where somebody goes on writing. */
function withPicture(text: string, ...names: string[]): string {
  const { held, state } = begun(text);
  const after = names.reduce((now, name) => {
    const { tr } = now;
    insertPictures(tr, [picture(name)]);
    return now.apply(tr);
  }, state);
  return held.write(typed(after, 'HERE').doc);
}

it.each([
  ['at the end', 'One.@', 'One.\n\n![](media:a)\n\nHERE'],
  ['before another paragraph', 'One.@\n\n*  odd   list', 'One.\n\n![](media:a)\n\nHERE\n\n*  odd   list'],
  ['at the end, and the next paragraph is there', 'One.@\n\nTwo.', 'One.\n\n![](media:a)\n\nHERETwo.'],
  ['at the beginning', '@One.', '![](media:a)\n\nHEREOne.'],
  ['between words', 'One,@two.', 'One,\n\n![](media:a)\n\nHEREtwo.'],
  ['in an empty line', 'One.\n\n_\n\nTwo.', 'One.\n\n![](media:a)\n\nHERETwo.'],
  ['in a heading', '# One@\n\nTwo.', '# One\n\n![](media:a)\n\nHERETwo.'],
  ['in a quotation', '> One.@', '> One.\n>\n> ![](media:a)\n>\n> HERE'],
  ['in a list', '- One.@\n- Two.', '- One.\n\n  ![](media:a)\n\n  HERE\n\n- Two.'],
  ['in a cell', '| a | b |\n| --- | --- |\n| c@ | |', '| a | b |\n| --- | --- |\n| c![](media:a)HERE |  |'],
])('a picture is a block of its own, and the caret behind it: %s', (_, text, stored) => {
  expect(withPicture(text, 'a')).toBe(stored);
});

it('two pictures are two blocks', () => {
  expect(withPicture('One.@', 'a', 'b')).toBe('One.\n\n![](media:a)\n\n![](media:b)\n\nHERE');
});

it('behind a picture "/" opens the menu, in its own line, too', () => {
  const { state } = begun('One.@');
  const { tr } = state;
  const at = insertPictures(tr, [picture('a')]);
  const after = state.apply(tr);
  expect(slashAt(typed(after, '/he'))?.query).toBe('he');
  const besides = after.apply(after.tr.setSelection(TextSelection.create(after.doc, at + 1)));
  expect(slashAt(typed(besides, '/'))?.query).toBe('');
});

it.each([
  ['/', ''],
  ['tea /link card', 'link card'],
  ['/link ', 'link '],
  ['/link  card', undefined],
  ['/ link', undefined],
  [`/${'a'.repeat(38)}.`, undefined],
])('%j asks for %j', (text, query) => {
  expect(slashAt(typed(begun('_').state, text))?.query).toBe(query);
});

it.each([
  ['a', 'b', 'c'], ['c', 'b', 'a'], ['b', 'c', 'a'], ['c', 'a', 'b'],
])('pictures that arrive as %s, %s, %s come in their order', (...order) => {
  for (const [text, begin] of [['One.@', 'One.\n\n'], ['_', '']] as const) {
    const { held, state } = begun(text);
    const view = new EditorView(null, { state });
    changePlaces(view, { add: ['a', 'b', 'c'].map((id) => ({ id, filename: id, at: state.selection.from })) });
    order.forEach((id) => fillPlace(view, id, picture(id)));
    expect(held.write(view.state.doc)).toBe(`${begin}![](media:a)\n\n![](media:b)\n\n![](media:c)`);
  }
});

it('who goes on writing while a picture is under way stays in their line', () => {
  const { held, state } = begun('One.@');
  const view = new EditorView(null, { state });
  changePlaces(view, { add: [{ id: 'a', filename: 'a', at: state.selection.from }] });
  view.dispatch(view.state.tr.insertText(' Two'));
  fillPlace(view, 'a', picture('a'));
  view.dispatch(view.state.tr.insertText('.'));
  expect(held.write(view.state.doc)).toBe('One. Two.\n\n![](media:a)');
});
