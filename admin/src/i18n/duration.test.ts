import { expect, it } from 'vitest';

import { duration } from './duration';

it.each([
  [0, '0 sec'],
  [250, '250 ms'],
  [1500, '1.5 sec'],
  [90_000, '1.5 min'],
  [3 * 3_600_000, '3 hr'],
  [49 * 3_600_000, '2 days'],
])('%d is %s', (milliseconds, text) => {
  expect(duration('en', milliseconds)).toBe(text);
});
