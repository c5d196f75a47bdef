import { expect, it } from 'vitest';

import { byteSize } from './bytes';

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [400_000, '400 kB'],
  [1_530_000, '1.5 MB'],
  [7e12, '7,000 GB'],
])('%d is %s', (bytes, text) => {
  expect(byteSize('en', bytes)).toBe(text);
});
