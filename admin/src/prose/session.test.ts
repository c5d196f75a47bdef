// @vitest-environment happy-dom
import { Editor, getSchema, type JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { rests } from '../values/rests';
import { Faithful } from './faithful';
import { block, format } from './markdown/blocks.testing';
import { markdownFormat } from './markdown/format';
import { extensionsFor } from './schema/extensions';
import { Session } from './session';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

/** An editor of a text, and what its form hears. */
function open(text: string) {
  const tell = vi.fn<(text: string) => void>();
  const session = new Session('markdown', text, tell);
  editor?.destroy();
  const made = new Editor({
    extensions: extensionsFor('markdown', () => Promise.resolve(undefined)),
    onBeforeCreate: ({ editor: own }) => (own.options.content = session.begin(own) as unknown as JSONContent),
    onUpdate: ({ editor: own }) => session.changed(own),
  });
  editor = made;
  return { session, tell, made };
}

/** An editor in which somebody has typed something that its form has heard of, and something that it has not. */
function typing(text: string) {
  const { session, tell, made } = open(text);
  const type = (words: string) => made.view.dispatch(made.state.tr.insertText(words, 1));
  type('a');
  type('b');
  return { session, tell, made, type };
}

it('the form of who types on hears of it once the page has shown a key', () => {
  vi.useFakeTimers();
  const asked = vi.fn<(rest: () => void) => number>(() => 1);
  vi.stubGlobal('requestIdleCallback', asked);
  vi.stubGlobal('cancelIdleCallback', vi.fn());
  try {
    const { tell, type } = typing('one');
    tell.mockClear();
    for (let keys = 0; keys * 80 < rests.told.longest; keys++) {
      expect(asked).not.toHaveBeenCalled();
      vi.advanceTimersByTime(80);
      type('c');
    }
    type('c');
    expect([asked.mock.calls.length, tell.mock.calls.length]).toEqual([1, 0]);
    asked.mock.lastCall?.[0]();
    expect(tell).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^c{19}baone$/));
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});

describe('a text that comes from elsewhere while somebody types', () => {
  it.each([
    ['elsewhere in it', 'aone\n\nTWO', 'baone\n\nTWO'],
    ['in the same paragraph', 'aONE\n\ntwo', 'aONE\n\nbaone\n\ntwo'],
  ])('keeps what was typed: %s', (_, theirs, kept) => {
    const { session, tell, made } = typing('one\n\ntwo');
    expect([tell.mock.calls, session.waits]).toEqual([[['aone\n\ntwo']], true]);
    session.given(made, theirs);
    expect(tell).toHaveBeenLastCalledWith(kept);
    expect(made.state.doc.textBetween(0, made.state.doc.content.size, '\n\n')).toBe(kept);
    expect(session.waits).toBe(false);
  });

  it.each([
    ['elsewhere in it', 'aone\n\nTWO', 'one\n\nTWO', 'baone\n\nTWO'],
    ['in the same paragraph', 'aONE\n\ntwo', 'aONE\n\none\n\ntwo', 'aONE\n\nbaone\n\ntwo'],
    ['which goes', 'two', 'one\n\ntwo', 'baone\n\ntwo'],
  ])('stays when somebody takes back what they typed: %s', (_, theirs, undone, redone) => {
    const { session, made, tell } = typing('one\n\ntwo');
    session.given(made, theirs);
    made.commands.undo();
    expect(made.state.doc.textBetween(0, made.state.doc.content.size, '\n\n')).toBe(undone);
    session.flush(made);
    expect(tell).toHaveBeenLastCalledWith(undone);
    made.commands.redo();
    expect(made.state.doc.textBetween(0, made.state.doc.content.size, '\n\n')).toBe(redone);
  });

  it('is taken as it is where the form has heard of all', () => {
    const { session, tell, made } = typing('one\n\ntwo');
    session.flush(made);
    tell.mockClear();
    session.given(made, 'uno\n\ndos');
    expect(tell).not.toHaveBeenCalled();
    expect(made.getText()).toBe('uno\n\ndos');
  });

  it('leaves whoever types where they are, between places that change', () => {
    const { session, made } = typing('one\n\ntwo\n\nthree\n\nfour');
    session.flush(made);
    const at = made.state.doc.textBetween(0, made.state.doc.content.size, '\n\n').indexOf('two') + 2;
    made.commands.setTextSelection(at);
    const around = () => made.state.selection.$from.parent.textContent.slice(0, made.state.selection.$from.parentOffset);
    expect(around()).toBe('t');
    session.given(made, 'UNO\n\nnew\n\ntwo\n\nTHREE\n\nfour and more');
    expect([around(), made.state.selection.$from.parent.textContent]).toEqual(['t', 'two']);
    expect(made.state.doc.textBetween(0, made.state.doc.content.size, '\n\n')).toBe('UNO\n\nnew\n\ntwo\n\nTHREE\n\nfour and more');
  });

  it('is that text then, whatever changed', () => {
    const { session, made } = typing('one');
    session.flush(made);
    const block = fc.constantFrom('one', 'two **b**', '# three', '- a\n- b', '- a\n- b\n  - c', '> q', '> q\n>\n> r', '```\nx\n```', '| a | b |\n| - | - |\n| c | d |', '---');
    // The editor has a paragraph behind what is none.
    const text = fc.tuple(fc.array(block, { maxLength: 6 }), fc.constantFrom('end', 'fin')).map(([blocks, last]) => [...blocks, last].join('\n\n'));
    fc.assert(
      fc.property(text, (next) => {
        session.given(made, next);
        expect(made.state.doc.toJSON()).toEqual(session.begin(made).toJSON());
      }),
      { numRuns: 50 },
    );
  });
});

/** An editor of a text, and what it holds once it was given another. */
function given(before: string, after: string) {
  const { session, tell, made } = open(before);
  session.given(made, after);
  session.flush(made);
  return { doc: made.state.doc, tell };
}

const schema = getSchema(extensionsFor('markdown'));
const read = (text: string) => shown(new Faithful(markdownFormat(schema), schema, text).doc);

/** The blocks of a document, without the empty line behind the last one that an editor adds. */
const shown = ({ children }: Node) => children.filter((each, i) => i === 0 || i < children.length - 1 || each.type.name !== 'paragraph' || each.content.size > 0).map((each) => each.toJSON() as unknown);

describe('a text that comes from elsewhere is what the editor holds then', () => {
  const rows = (...cells: string[]) => ['| Stage | Degrees | Says |', '| --- | --- | --- |', ...cells.map((row) => `| ${row} |`)].join('\n');
  it.each([
    ['two cells in different rows', rows('shrimp | 70 | hiss', 'crab | 80 | sing'), rows('shrimp | 75 | hiss', 'crab | 85 | sing')],
    ['cells of two columns', rows('shrimp | 70 | hiss softly', 'crab | 8 | sing loudly'), rows('shrimp | 709 | hiss softly indeed', 'crab | 9 | sing loudly indeed')],
    ['empty cells that are filled', rows(' |  | ', ' |  | '), rows('a | b | ', ' | c | d')],
    ['one row more', rows('a | b | c'), rows('a | b | c', 'd | e | f')],
    ['one row less', rows('a | b | c', 'd | e | f', 'g | h | i'), rows('a | b | c', 'g | h | i')],
    ['one column more', '| a |\n| --- |\n| c |', '| a | b |\n| --- | --- |\n| c | d |'],
    ['words in a list and in what follows it', '- one\n- two\n\nthree', '- ONE\n- two and more\n\nTHREE'],
    ['a quotation that becomes a callout', '> [!NOTE]\n> one\n\ntwo', '> [!NOTE]- x\n>\n> - one\n\ntwo'],
  ])('%s', (_, before, after) => {
    const { doc, tell } = given(before, after);
    expect(shown(doc)).toEqual(read(after));
    expect(tell).not.toHaveBeenCalled();
  });

  const text = fc.array(block, { minLength: 1, maxLength: 4 }).map((all) => all.map((each) => format.write(each)).filter((each) => each !== '').join('\n\n'));
  /** The same text with a few letters changed, as people change what stands in lines and cells. */
  const edited = fc.tuple(text, fc.array(fc.tuple(fc.nat(), fc.constantFrom('x', 'xyz', '')), { minLength: 1, maxLength: 4 })).map(([before, changes]): [string, string] => {
    const letters = [...before.matchAll(/[\p{L}\p{N}]/gu)].map(({ index }) => index);
    const at = new Map(changes.map(([place, words]) => [letters[place % Math.max(1, letters.length)], words]));
    return [before, Array.from({ length: before.length }, (_, i) => at.get(i) ?? before.charAt(i)).join('')];
  });
  it('whatever it was before', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: edited }, { weight: 1, arbitrary: fc.tuple(text, text) }), ([before, after]) => {
        const { doc, tell } = given(before, after);
        expect(shown(doc)).toEqual(read(after));
        expect(tell).not.toHaveBeenCalled();
      }),
      { numRuns: 150 },
    );
  });
});
