import { expect, it } from 'vitest';

import type { Change } from '../../api/types.gen';
import { before, fieldChanges, omitted, toRestore } from './past';

const change = (version: number, was: Record<string, unknown> | null, is: Record<string, unknown> | null): Change => ({
  id: version, time: version, actor: null, credential: null, clientId: null, surface: 'admin', action: 'update', version,
  before: was && { data: was }, after: is && { data: is },
});

it('a change tells what was added, changed and removed', () => {
  expect(fieldChanges(change(2, { a: 1, b: 2 }, { a: 3, c: 4 }))).toEqual([
    { field: 'a', before: 1, after: 3 },
    { field: 'b', before: 2, after: undefined },
    { field: 'c', before: undefined, after: 4 },
  ]);
  expect(fieldChanges(change(1, null, null))).toEqual([]);
});

it('walks back through the changes, the newest first', () => {
  const changes = [change(4, { title: 'Three' }, { title: 'Four' }), change(3, { title: 'Two' }, { title: 'Three', note: 'x' })];
  expect(before({ title: 'Four', note: 'x', body: 'b' }, changes)).toEqual({ data: { title: 'Two', note: undefined, body: 'b' }, lost: [] });
});

it('does not walk back over a change whose values are no longer kept', () => {
  const pruned = { ...change(3, null, null), pruned: true };
  expect(before({ title: 'Four' }, [change(4, { title: 'Three' }, { title: 'Four' }), pruned])).toBeNull();
});

it('what was too long to keep stays as it is, unless an older value is known', () => {
  const long = { $omitted: 5000 };
  const now = { body: 'now', title: 'New' };
  expect(before(now, [change(3, { body: long, title: 'Old' }, { body: 'now', title: 'New' })])).toEqual({ data: { body: 'now', title: 'Old' }, lost: ['body'] });
  expect(before(now, [change(3, { body: long }, { body: 'now' }), change(2, { body: 'short' }, { body: long })])).toEqual({ data: { body: 'short', title: 'New' }, lost: [] });
});

it.each([
  [{ $omitted: 7 }, 7],
  [{ $omitted: 7, more: 1 }, undefined],
  [{ $omitted: 'x' }, undefined],
  ['text', undefined],
  [null, undefined],
])('%j', (value, bytes) => {
  expect(omitted(value)).toBe(bytes);
});

it('restores what differs, and removes what was not there', () => {
  expect(toRestore({ a: 1, b: 2, c: 3 }, { a: 1, b: 5 })).toEqual({ b: 5, c: undefined });
});
