import { EditorState, type TransactionSpec } from '@codemirror/state';
import { describe, expect, it } from 'vitest';

import { bold, bulletList, code, heading, italic, link, numberedList, quote } from './marks';

/** A text with `[` and `]` around what is selected, as it is after a change. */
function after(change: (state: EditorState) => TransactionSpec, text: string): string {
  const anchor = text.indexOf('«');
  const head = text.indexOf('»') - 1;
  const state = EditorState.create({ doc: text.replace(/[«»]/g, ''), selection: { anchor, head } });
  const next = state.update(change(state)).state;
  const { from, to } = next.selection.main;
  return `${next.sliceDoc(0, from)}«${next.sliceDoc(from, to)}»${next.sliceDoc(to)}`;
}

describe('formatting', () => {
  it.each([
    ['bold', bold, 'a «b» c', 'a **«b»** c'],
    ['bold again', bold, 'a **«b»** c', 'a «b» c'],
    ['bold of its marks', bold, 'a «**b**» c', 'a «b» c'],
    ['bold of nothing', bold, 'a «»', 'a **«»**'],
    ['italic', italic, '«b»', '*«b»*'],
    ['code', code, '«b»', '`«b»`'],
    ['a link of words', link, 'a «b»', 'a [b](«https://»)'],
    ['a link of an address', link, '«https://x.example»', '[«»](https://x.example)'],
    ['a list', bulletList, '«a\nb»', '«- a\n- b»'],
    ['a list again', bulletList, '«- a\n- b»', '«a\nb»'],
    ['numbers instead of bullets', numberedList, '«- a\n- b»', '«1. a\n2. b»'],
    ['a quotation', quote, 'a«»', '> a«»'],
    ['a heading', heading, 'a«»', '## a«»'],
    ['a lower heading', heading, '## a«»', '### a«»'],
    ['no heading', heading, '### a«»', 'a«»'],
  ])('%s', (_, change, before, want) => {
    expect(after(change, before).replaceAll('«- ', '- «').replaceAll('«1. ', '1. «')).toBe(want.replaceAll('«- ', '- «').replaceAll('«1. ', '1. «'));
  });

  it('code of several lines is a block', () => {
    expect(after(code, '«a\nb»')).toContain('```\n');
  });
});
