// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { clashOf, useClash } from './useClash';

const base = { title: 'Tea', body: 'one\n\nmiddle\n\ntwo\n\nthree' };
const clashing = (mine: object, theirs: object) => {
  const row = { collection: 'posts', id: 'p', status: 'draft', version: 1, data: base };
  return { phase: 'clash', resolving: false, value: { ...base, ...mine }, newer: { ...row, version: 2, data: { ...base, ...theirs } }, edits: { base: row, value: {} } } as unknown as Parameters<typeof clashOf>[0];
};

it.each([
  ['the paragraph that both changed, in my text', { body: 'new\n\none\n\nmiddle\n\ntwo!\n\nthree' }, { body: 'one\n\nmiddle\n\ntwo?\n\nthree' }, { field: 'body', at: 'new\n\none\n\nmiddle\n\n'.length }],
  ['a value', { title: 'Green tea', body: 'one!\n\nmiddle\n\ntwo\n\nthree' }, { title: 'Black tea', body: 'one\n\nmiddle\n\ntwo\n\nthree!' }, { field: 'title', at: 0 }],
  ['nothing where both can be put together', { body: 'one!\n\nmiddle\n\ntwo\n\nthree' }, { body: 'one\n\nmiddle\n\ntwo\n\nthree!' }, undefined],
])('what waits for a choice is %s', (_, mine, theirs, clash) => {
  expect(clashOf(clashing(mine, theirs))).toEqual(clash);
});

it('it is told from when a save has met it, the same while somebody types on, until it is solved', () => {
  const editor = clashing({ body: 'one!\n\nmiddle\n\ntwo\n\nthree' }, { body: 'one?\n\nmiddle\n\ntwo\n\nthree' });
  const { result, rerender } = renderHook((now: typeof editor) => useClash(now), { initialProps: { ...editor, phase: 'unsaved' } });
  expect(result.current).toBeUndefined();
  rerender(editor);
  const first = result.current;
  expect(first).toEqual({ field: 'body', at: 0 });
  rerender({ ...editor, value: { ...base, body: 'new\n\none!\n\nmiddle\n\ntwo\n\nthree' } });
  expect(result.current).toBe(first);
  rerender({ ...editor, phase: 'unsaved', resolving: true });
  expect(result.current).toEqual(first);
  rerender({ ...editor, newer: undefined, phase: 'saved' });
  expect(result.current).toBeUndefined();
});
