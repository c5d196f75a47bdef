// @vitest-environment happy-dom
import { Editor } from '@tiptap/core';
import { DecorationSet } from '@tiptap/pm/view';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { en } from '../i18n/en';
import { speechOf } from '../i18n/text';
import { markdownFormat } from './markdown/format';
import { markOthers, others, placeOf, spotAt, type Other } from './others';
import { extensionsFor } from './schema/extensions';
import { othersIn } from './useOthers';

let made: Editor[] = [];
afterEach(() => {
  made.forEach((editor) => editor.destroy());
  made = [];
});

const editorOf = (...paragraphs: string[]): Editor => {
  const editor = new Editor({ extensions: [...extensionsFor('markdown', () => Promise.resolve(undefined)), others], content: { type: 'doc', content: paragraphs.map((text) => ({ type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) })) } });
  made.push(editor);
  return editor;
};

/** Where each paragraph begins. */
const placesIn = ({ state: { doc } }: Editor): number[] => {
  const places: number[] = [];
  doc.forEach((_, at) => places.push(at));
  return places;
};
const spotIn = (editor: Editor, index: number) => spotAt(editor.state.doc, (placesIn(editor)[index] ?? 0) + 1);
/** Which paragraph of a text is the one that somebody has in another. */
const foundIn = (theirs: string[], at: number, ...mine: string[]) => {
  const editor = editorOf(...mine);
  const place = placeOf(editor.state.doc, spotIn(editorOf(...theirs), at));
  return place === undefined ? undefined : placesIn(editor).indexOf(place);
};

describe('a block is found in another state of the text', () => {
  it.each([
    ['that is the same', ['one', 'two', 'three'], 1, ['one', 'two', 'three'], 1],
    ['where they type in it', ['one', 'two more', 'three'], 1, ['one', 'two', 'three'], 1],
    ['where I typed in it, too', ['one', 'two more', 'three'], 1, ['one', 'two less', 'three'], 1],
    ['where much is above it now', ['one', 'two', 'three'], 1, ['new', 'newer', 'one', 'two', 'three'], 3],
    ['that is the first', ['one more', 'two'], 0, ['one', 'two'], 0],
    ['that is the last', ['one', 'two more'], 1, ['one', 'two'], 1],
    ['that is the only one', ['one more'], 0, ['one'], 0],
    ['of several with the same words', ['tea', 'tea', 'tea', 'tea'], 2, ['tea', 'tea', 'tea', 'tea'], 2],
    ['that has no words', ['one', '', 'three'], 1, ['one', '', 'three'], 1],
    ['not where it is not there yet', ['one', 'new', 'two'], 1, ['one', 'two'], undefined],
    ['not where all around it is other, too', ['a', 'b', 'c'], 1, ['x', 'y', 'z', 'w'], undefined],
  ] as const)('%s', (_, theirs, at, mine, index) => {
    expect(foundIn([...theirs], at, ...mine)).toBe(index);
  });

  it('also an item of a list', () => {
    const editor = editorOf('one');
    const doc = editor.schema.node('doc', null, markdownFormat(editor.schema).read('- salt\n- tea\n\nEnd.').pieces.map(({ node }) => node));
    doc.descendants((node, place) => {
      if (node.isTextblock) expect(placeOf(doc, spotAt(doc, place + 1))).toBe(place);
    });
  });

  it('its place holds no word, however long the text is', () => {
    fc.assert(fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (texts) => /^[0-9a-f]{16}$/.test(spotIn(editorOf(...texts), texts.length - 1))), { numRuns: 50 });
  });
});

describe('somebody is marked', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const eva: Other = { id: 'e', spot: '', initials: 'E', tone: 1, label: 'Eva is in this paragraph', unsaved: false };
  const marked = (editor: Editor) => {
    const blocks = Array.from(editor.view.dom.querySelectorAll('[aria-description]'), (block) => [block.getAttribute('aria-description'), block.textContent]);
    const marks = Array.from(editor.view.dom.parentElement?.querySelectorAll('[role=img]') ?? [], (mark) => mark.getAttribute('aria-label'));
    expect(marks).toEqual(blocks.map(([label]) => label));
    return blocks;
  };

  it('at the block that they are in, which is followed while the text changes, and whose words it does not join', () => {
    const editor = editorOf('one', 'two', 'three');
    markOthers(editor.view, [{ ...eva, spot: spotIn(editor, 1) }]);
    expect(marked(editor)).toEqual([[eva.label, 'two']]);
    expect(editor.view.dom.textContent).toBe('onetwothree');
    editor.view.dispatch(editor.state.tr.insert(0, editor.schema.node('paragraph', null, editor.schema.text('new'))).insertText('more ', 11));
    expect(marked(editor)).toEqual([[eva.label, 'more two']]);
    markOthers(editor.view, []);
    expect(marked(editor)).toEqual([]);
  });

  it('nowhere, where their place is not found, until it is there', () => {
    const editor = editorOf('one', 'three');
    markOthers(editor.view, [{ ...eva, spot: spotIn(editorOf('one', 'two', 'three'), 1) }]);
    expect(marked(editor)).toEqual([]);
    editor.view.dispatch(editor.state.tr.insert(5, editor.schema.node('paragraph', null, editor.schema.text('two'))));
    vi.advanceTimersByTime(1000);
    expect(marked(editor)).toEqual([[eva.label, 'two']]);
  });

  it('and a key in a long text has nothing looked for', () => {
    const editor = editorOf(...Array.from({ length: 2000 }, (_, i) => `It is ${i}, and it rains.`));
    markOthers(editor.view, [{ ...eva, spot: spotIn(editor, 1000) }]);
    const made = vi.spyOn(DecorationSet, 'create');
    for (let i = 0; i < 20; i++) editor.view.dispatch(editor.state.tr.insertText('x', 1));
    vi.advanceTimersByTime(1000);
    expect(made.mock.calls.filter(([, all]) => all.some(({ spec }) => 'other' in (spec as object)))).toEqual([]);
    made.mockRestore();
    expect(marked(editor)).toEqual([[eva.label, 'It is 1000, and it rains.']]);
  });
});

it('who has unsaved changes is told by name, at those and where they are elsewhere', () => {
  const person = { id: 'o', name: 'Olga', field: '/body', block: '0001aaaabbbbcccc', typing: false, unsaved: null };
  const shown = (people: Parameters<typeof othersIn>[0]['people'], field = '/body') => othersIn({ people, more: 0 }, field, speechOf('en', en)).map(({ spot, label, unsaved }) => [spot, label, unsaved]);
  const unsaved = { field: '/body', block: '0003aaaabbbbcccc' };
  expect(shown([person])).toEqual([[person.block, 'Olga is in this paragraph', false]]);
  expect(shown([person], '/notes')).toEqual([]);
  expect(shown([{ ...person, block: '' }])).toEqual([]);
  expect(shown([{ ...person, unsaved }])).toEqual([
    [unsaved.block, 'Olga has changes in this paragraph that are not saved yet.', true],
    [person.block, 'Olga is in this paragraph', false],
  ]);
  expect(shown([{ ...person, block: '0003aaaadddddddd', unsaved }])).toHaveLength(1);
});
