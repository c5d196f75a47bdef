import { expect, it } from 'vitest';

import { isGrouped } from './grouping';

it.each([
  ['a number from 10,000 up', [7000, 34_000], true],
  ['a large loss', [-12_500, null], true],
  ['years', [1987, 2027], false],
  ['times and ids of 13 digits', [1_790_000_000_000, 12], false],
  ['texts', ['34000', undefined], false],
  ['nothing', [], false],
])('a column with %s: its numbers have separators, or each for itself', (_, values, grouped) => {
  expect(isGrouped(values)).toBe(grouped);
});
