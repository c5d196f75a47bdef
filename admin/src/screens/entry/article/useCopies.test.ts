import { expect, it } from 'vitest';

import type { Collection } from '../../../api/types.gen';
import { followed, lacking } from './useCopies';

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

it('a language gets what it needs and does not have, as a version from before its article had it', () => {
  const number = { type: 'integer' };
  const of = (fields: string[], required: string[], translates?: object) =>
    ({ schema: { type: 'object', properties: { title: { type: 'string' }, ...Object.fromEntries(fields.map((field) => [field, number])) }, required }, ...(translates ? { translates } : {}) }) as unknown as Collection;
  const parent = of(['slug', 'publishedAt', 'place', 'views'], ['slug']);
  const translation = of(['slug', 'locale', 'publishedAt', 'place', 'views'], ['slug', 'publishedAt', 'views'], { parent: 'posts', on: 'slug' });
  const article = { slug: 1, publishedAt: 9, place: 3 };
  expect(lacking(translation, parent, article, { title: 'x' })).toEqual({ publishedAt: 9 });
  expect(lacking(translation, parent, article, { publishedAt: 7 })).toEqual({});
});
