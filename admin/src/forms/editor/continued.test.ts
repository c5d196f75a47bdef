import { Language, defineLanguageFacet } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { GFM, parser } from '@lezer/markdown';
import { expect, it } from 'vitest';

import { continued } from './continued';

const markdown = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown').extension;

/** A text after Enter, where | is; undefined where Enter is left alone. */
function entered(text: string): string | undefined {
  const at = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), selection: { anchor: at }, extensions: markdown });
  const change = continued(state);
  if (!change) return undefined;
  const next = state.update(change).state;
  return `${next.sliceDoc(0, next.selection.main.head)}|${next.sliceDoc(next.selection.main.head)}`;
}

it.each([
  ['- a|', '- a\n- |'],
  ['- a|b', '- a\n- |b'],
  ['  * a|', '  * a\n  * |'],
  ['9. a|', '9. a\n10. |'],
  ['1) a|', '1) a\n2) |'],
  ['> a|', '> a\n> |'],
  ['- [x] a|', '- [x] a\n- [ ] |'],
  ['- a\n- |', '- a\n|'],
  ['a|', undefined],
  ['|- a', undefined],
  ['-a|', undefined],
  ['```\n- a|\n```', undefined],
])('%j becomes %j', (before, after) => {
  expect(entered(before)).toBe(after);
});
