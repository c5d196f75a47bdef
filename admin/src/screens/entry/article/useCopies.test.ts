import { expect, it } from 'vitest';

import { followed } from './useCopies';

const copies = ['publishedAt', 'author'];

it.each([
  ['that had the same', { publishedAt: 5 }, { publishedAt: 9 }, { publishedAt: 5, title: 'x' }, { publishedAt: 9 }],
  ['that has another one on purpose', { publishedAt: 5 }, { publishedAt: 9 }, { publishedAt: 7 }, {}],
  ['whose parent has none any more', { author: 'lin' }, {}, { author: 'lin' }, { author: null }],
  ['where nothing changed', { publishedAt: 5 }, { publishedAt: 5 }, { publishedAt: 5 }, {}],
  ['for what is no copy', { slug: 'a' }, { slug: 'b' }, { slug: 'a' }, {}],
])('a language follows its article: one %s', (_, before, now, own, patch) => {
  expect(followed(before, now, own, copies)).toEqual(patch);
});
