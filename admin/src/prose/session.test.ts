// @vitest-environment happy-dom
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { extensionsFor } from './schema/extensions';
import { Session } from './session';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

/** An editor in which somebody has typed something that its form has heard of, and something that it has not. */
function typing(text: string) {
  const tell = vi.fn<(text: string) => void>();
  const session = new Session('markdown', text, tell);
  const made = new Editor({
    extensions: extensionsFor('markdown', () => Promise.resolve(undefined)),
    onBeforeCreate: ({ editor: own }) => (own.options.content = session.begin(own) as unknown as JSONContent),
    onUpdate: ({ editor: own }) => session.changed(own),
  });
  editor = made;
  const type = (words: string) => made.view.dispatch(made.state.tr.insertText(words, 1));
  type('a');
  type('b');
  return { session, tell, made, type };
}

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

  it('is taken as it is where the form has heard of all', () => {
    const { session, tell, made } = typing('one\n\ntwo');
    session.flush(made);
    tell.mockClear();
    session.given(made, 'uno\n\ndos');
    expect(tell).not.toHaveBeenCalled();
    expect(made.getText()).toBe('uno\n\ndos');
  });
});
