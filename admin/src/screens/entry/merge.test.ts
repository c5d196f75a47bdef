import { describe, expect, it } from 'vitest';

import { differences, isSettled, merged } from './merge';

describe('each property has the side that changed it', () => {
  it.each([
    ['nobody', 'a', 'a', 'a', []],
    ['only I', 'a', 'b', 'a', ['mine']],
    ['only they', 'a', 'a', 'b', ['theirs']],
    ['both, alike', 'a', 'b', 'b', ['theirs']],
    ['both, and not alike', 'a', 'b', 'c', [undefined]],
    ['I removed it', 'a', undefined, 'a', ['mine']],
    ['I removed what they changed', 'a', undefined, 'c', [undefined]],
    ['they removed it', 'a', 'a', undefined, ['theirs']],
    ['both removed it', 'a', undefined, undefined, ['theirs']],
    ['I added it', undefined, 'b', undefined, ['mine']],
    ['both changed a list', ['x'], ['x', 'y'], ['x', 'z'], [undefined]],
    ['both made the same object', undefined, { a: 1, b: 2 }, { b: 2, a: 1 }, ['theirs']],
  ])('%s', (_, base, mine, theirs, usual) => {
    const found = differences({ f: base }, { f: mine }, { f: theirs });
    expect(found.map((each) => each.usual)).toEqual(usual);
  });
});

it('what is chosen of mine is put into theirs, removals too', () => {
  const mine = { title: 'Mine', body: 'Mine' };
  const theirs = { title: 'Theirs', body: 'Theirs', note: 'kept' };
  expect(merged(mine, theirs, [])).toEqual(theirs);
  expect(merged(mine, theirs, ['title'])).toEqual({ title: 'Mine', body: 'Theirs', note: 'kept' });
  expect(merged(mine, theirs, ['note'])).toEqual({ title: 'Theirs', body: 'Theirs' });
});

it('is settled once somebody chose where both changed', () => {
  const found = differences({ a: 1, b: 1 }, { a: 2, b: 2 }, { a: 3, b: 1 });
  expect(isSettled(found, {})).toBe(false);
  expect(isSettled(found, { a: 'theirs' })).toBe(true);
});
