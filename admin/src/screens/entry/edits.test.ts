import { describe, expect, it } from 'vitest';

import type { Entry } from '../../api/types.gen';
import { carried, draftOf, editsOf, moved } from './edits';
import { differences } from './merge';
import { isSameState } from './working';

const entry = (version: number, data: Record<string, unknown>): Entry => ({
  id: 'a', collection: 'posts', status: 'draft', version, data, authorId: null, createdAt: 1, updatedAt: 1,
});

describe('what is typed while a save runs', () => {
  const sent = { title: 'Sent' };
  it.each([
    ['nothing', { title: 'Sent' }, undefined],
    ['more', { title: 'Sent', body: 'More' }, { title: 'Sent', stamped: 1, body: 'More' }],
    ['the same property', { title: 'Later' }, { title: 'Later', stamped: 1 }],
  ])('%s', (_, now, left) => {
    const saved = entry(2, { title: 'Sent', stamped: 1 });
    expect(carried({ base: entry(1, {}), value: now }, sent, saved)).toEqual(left && { base: saved, value: left });
  });

  it('nothing is left when there are no changes any more', () => {
    expect(carried(undefined, sent, entry(2, sent))).toBeUndefined();
  });
});

it('what was sent to be made keeps its id in the browser, until it is made', () => {
  const edits = { base: undefined, value: { title: 'a' }, sent: [{ title: 'a' }], id: 'x' };
  expect(editsOf(draftOf(edits, {}, 1), undefined, {})).toEqual(edits);
  expect(draftOf({ ...edits, base: entry(1, {}) }, {}, 1).id).toBeUndefined();
});

it('changes go on after a move, unless they were made on another version', () => {
  const from = entry(2, { title: 'a' });
  const to = entry(3, { title: 'a', publishedAt: 5 });
  expect(moved({ base: from, value: { title: 'b' } }, from, to)).toEqual({ base: to, value: { title: 'b', publishedAt: 5 } });
  const old = { base: entry(1, {}), value: { title: 'b' } };
  expect(moved(old, from, to)).toBe(old);
});

describe('a draft', () => {
  const base = entry(3, { title: 'Old', note: 'x', body: 'b' });
  const edits = { base, value: { title: 'New', body: 'b' } };
  const draft = draftOf(edits, {}, 9);

  it('holds what was changed, and on what', () => {
    expect(draft).toEqual({ at: 9, version: 3, patch: { title: 'New', note: null }, was: { title: 'Old', note: 'x' } });
  });

  it('is the same changes again on the same version', () => {
    expect(editsOf(draft, base, {})).toEqual(edits);
  });

  it('on a newer version knows what each side changed', () => {
    const now = entry(5, { title: 'Old', note: 'x', body: 'Theirs' });
    const found = editsOf(draft, now, {});
    expect(found?.base?.version).toBe(3);
    expect(found && differences(found.base?.data ?? {}, found.value, now.data).map(({ field, usual }) => [field, usual])).toEqual([
      ['title', 'mine'],
      ['note', 'mine'],
    ]);
  });

  it('on a pending draft that somebody went on with knows what each side changed, though the version is the same', () => {
    const now = { ...entry(3, { title: 'Theirs', note: 'x', body: 'b' }), draft: { counter: 7, base: 3 } };
    const found = editsOf(draft, now, {});
    expect(found?.base && isSameState(found.base, now)).toBe(false);
    expect(found && differences(found.base?.data ?? {}, found.value, now.data).map(({ field, usual }) => [field, usual])).toEqual([
      ['title', undefined],
      ['note', 'mine'],
    ]);
  });

  it('that was saved in the meantime is none', () => {
    expect(editsOf(draft, entry(4, { title: 'New', body: 'b' }), {})).toBeUndefined();
  });

  it('of an entry that is not made yet begins where that did', () => {
    const made = draftOf({ base: undefined, value: { slug: 'a', title: 'T' } }, { slug: 'a' }, 1);
    expect(made).toEqual({ at: 1, version: 0, patch: { title: 'T' }, was: {} });
    expect(editsOf(made, undefined, { slug: 'a' })).toEqual({ base: undefined, value: { slug: 'a', title: 'T' } });
  });
});
