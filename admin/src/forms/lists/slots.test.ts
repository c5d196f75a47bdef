import { expect, it } from 'vitest';

import { freshSlot, liveCount, numberOf, reconciled, withInserted, withMoved, withMovedSlot, withRemoved, withRestored } from './slots';

const slots = (...keys: number[]) => keys.map((key) => ({ key }));
const keys = (all: readonly { key: number; gone?: unknown }[]) => all.map(({ key, gone }) => (gone ? -key : key));

it.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('moving %i to %i', (from, to, list) => {
  expect(withMoved(['a', 'b', 'c'], from, to)).toEqual(list);
});

it('what was removed keeps its place while others come, go and move, and comes back there', () => {
  let all = withRemoved(slots(1, 2, 3, 4), 1, 'two');
  expect(keys(all)).toEqual([1, -2, 3, 4]);
  all = withMovedSlot(all, 2, 0);
  expect(keys(all)).toEqual([4, 1, -2, 3]);
  all = withInserted(all, 2, { key: 5 });
  expect(keys(all)).toEqual([4, 1, -2, 5, 3]);
  expect([numberOf(all, 2), liveCount(all)]).toEqual([2, 4]);
  expect(keys(withRestored(all, 2))).toEqual([4, 1, 2, 5, 3]);
});

it('a slot that comes back is as it was', () => {
  const open = { key: 2, open: true, kind: 1 };
  expect(withRestored(withRemoved([{ key: 1 }, open], 1, 'x'), 2)[1]).toEqual(open);
});

it('a list that somebody else changed has as many slots as items, and nothing to bring back', () => {
  const all = withRemoved(slots(1, 2, 3), 0, 'one');
  expect(reconciled(all, 2)).toBe(all);
  expect(keys(reconciled(all, 1))).toEqual([2]);
  expect(reconciled(all, 4)).toHaveLength(4);
  expect(freshSlot().key).not.toBe(freshSlot().key);
});
