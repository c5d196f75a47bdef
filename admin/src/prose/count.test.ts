import { expect, it } from 'vitest';

import { lengthOf, minutesOf } from './count';

it.each([
  ['', 0, 0],
  ['One, two; it’s 3.5!', 4, 0],
  ['茶壺 and 水', 1, 3],
  ['第一段，有字。', 0, 5],
  ['お茶 차', 0, 3],
])('%j has %i words and %i characters', (text, words, wide) => {
  expect(lengthOf(text)).toEqual({ words, wide });
});

it('reading takes a minute at least', () => {
  expect([minutesOf({ words: 0, wide: 0 }), minutesOf({ words: 2200, wide: 0 }), minutesOf({ words: 0, wide: 4000 })]).toEqual([1, 10, 10]);
});
