// @vitest-environment happy-dom
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { extensionsFor, type FormatName } from './schema/extensions';
import { Session } from './session';
import { indexAt, placeAt } from './spots';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function open(text: string, format: FormatName = 'markdown') {
  const session = new Session(format, text, vi.fn());
  const made = new Editor({
    extensions: extensionsFor(format, () => Promise.resolve(undefined)),
    onBeforeCreate: ({ editor: own }) => (own.options.content = session.begin(own) as unknown as JSONContent),
    onUpdate: ({ editor: own }) => session.changed(own),
  });
  editor = made;
  return { session, made };
}

/** A text with a caret, and the words around it as it looks. */
describe.each<[FormatName, string, string]>([
  ['markdown', 'one\n\nt|wo', 't|wo'],
  ['markdown', '\n\n## Hea|ding\n\nbelow', 'Hea|ding'],
  ['markdown', 'one\n\nsome **bo|ld** words', 'some bo|ld words'],
  ['markdown', '[there](https://example.com/to) and ba|ck', 'there and ba|ck'],
  ['markdown', '- one\n- t|wo\n- three', 't|wo'],
  ['markdown', '1. one\n\n   > sa|id\n2. two', 'sa|id'],
  ['markdown', '| a | b |\n| - | - |\n| c | de|f |', 'de|f'],
  ['markdown', 'one\n\n<div>ra|w</div>\n\ntwo', '<div>ra|w</div>'],
  ['markdown', '茶，**先溫**壺|。', '茶，先溫壺|。'],
  ['html', '<p>one</p>\n<p>some <strong>bo|ld</strong> words</p>', 'some bo|ld words'],
  ['html', '<ul><li>one</li><li>t|wo</li></ul>', 't|wo'],
])('a caret in %s: %s', (format, marked, looks) => {
  const index = marked.indexOf('|', format === 'markdown' && marked.startsWith('|') ? marked.lastIndexOf('de|') : 0);
  const text = marked.slice(0, index) + marked.slice(index + 1);

  it('is at the same letters both ways', () => {
    const { session, made } = open(text, format);
    const { doc } = made.state;
    const written = session.written(made);
    const place = placeAt(doc, written, index);
    const { parent, parentOffset } = doc.resolve(place);
    expect(`${parent.textContent.slice(0, parentOffset)}|${parent.textContent.slice(parentOffset)}`).toBe(looks);
    expect(indexAt(doc, written, place)).toBe(index);
  });
});

it('what stands between two blocks belongs to the first', () => {
  const { session, made } = open('one\n\n\n\ntwo');
  expect(made.state.doc.resolve(placeAt(made.state.doc, session.written(made), 5)).parent.textContent).toBe('one');
});

it('every block is found where it is written, also one that was edited', () => {
  const { session, made } = open('* one\n\n\nSome *words*\n\n***\n\nlast');
  made.view.dispatch(made.state.tr.insertText('!', made.state.doc.content.size - 1));
  session.flush(made);
  const text = '* one\n\n\nSome *words*\n\n***\n\nlast!';
  expect(session.written(made).map(({ at, text: own }) => [text.slice(at, at + own.length), own])).toEqual(['* one', 'Some *words*', '***', 'last!'].map((each) => [each, each]));
});

describe('what is typed into the text as it is kept', () => {
  it('is taken back in one step, and then what was typed before', () => {
    const { session, made } = open('one\n\ntwo');
    made.view.dispatch(made.state.tr.insertText('a', 1));
    session.flush(made);
    session.given(made, 'aone\n\ntwo and\n\nthree', true);
    expect(made.getText()).toBe('aone\n\ntwo and\n\nthree');
    made.commands.undo();
    expect(made.getText()).toBe('aone\n\ntwo');
    made.commands.undo();
    expect(made.getText()).toBe('one\n\ntwo');
  });

  it('is apart from what came from somebody else meanwhile', () => {
    const { session, made } = open('one\n\ntwo');
    session.given(made, 'ONE\n\ntwo', true);
    session.given(made, 'ONE\n\nTWO');
    made.commands.undo();
    expect(made.getText()).toBe('one\n\nTWO');
  });
});
