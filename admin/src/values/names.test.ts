import { expect, it } from 'vitest';

import { choiceName } from './names';

it.each([
  [['placed', 'in-transit'], 'in-transit', 'In transit'],
  [['placed', null], 'placed', 'Placed'],
  [['en', 'zh-TW'], 'en', 'English'],
  [['en', 'milk'], 'en', 'en'],
  [['S', 'XL'], 'XL', 'XL'],
  [['EUR'], 'EUR', 'EUR'],
  [[1, 2], 2, '2'],
  [[], 'gone', 'Gone'],
])('of %j, %j is called %s', (values, value, name) => {
  expect(choiceName(values, value, 'en')).toBe(name);
});
