import { expect, it } from 'vitest';

import { withArrival } from './order';

it.each([
  [[0, 1, 2], ['old', 'a', 'b', 'c']],
  [[2, 1, 0], ['old', 'a', 'b', 'c']],
  [[1, 2, 0], ['old', 'a', 'b', 'c']],
  [[2, 0], ['old', 'a', 'c']],
])('files that arrive as %j stand as they were given', (arrivals, list) => {
  const given = ['a', 'b', 'c'];
  const company: (string | undefined)[] = [undefined, undefined, undefined];
  const all = arrivals.reduce((before: string[], place) => {
    company[place] = given[place];
    return withArrival(before, given[place] ?? '', company, place);
  }, ['old']);
  expect(all).toEqual(list);
});

it('what was moved or removed meanwhile does not keep the others from arriving', () => {
  expect(withArrival(['b', 'old'], 'c', ['a', 'b', 'c'], 2)).toEqual(['b', 'c', 'old']);
  expect(withArrival(['old'], 'c', ['a', 'b', 'c'], 2)).toEqual(['old', 'c']);
});
