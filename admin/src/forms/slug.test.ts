import { expect, it } from 'vitest';

import { wordFor } from './slug';

const slug = '^[a-z0-9]+(-[a-z0-9]+)*$';

it.each([
  ['what a list of slugs would refuse', 'Smoked Tea', slug, 'smoked-tea'],
  ['a slug', 'smoked-tea', slug, 'smoked-tea'],
  ['what has no letter of a slug', '煙燻', slug, '煙燻'],
  ['what another pattern refuses as a slug, too', 'Smoked Tea', '^[A-Z]{3}$', 'Smoked Tea'],
  ['what is as it is asked for', 'ABC', '^[A-Z]{3}$', 'ABC'],
  ['any words', 'Smoked Tea', undefined, 'Smoked Tea'],
])('a word is taken as its list takes it: %s', (_, typed, pattern, word) => {
  expect(wordFor(typed, pattern === undefined ? {} : { pattern })).toBe(word);
});
