import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { referencesIn } from './references';

const authors = { name: 'authors', schema: { type: 'object', properties: { slug: { type: 'string' } } }, rowField: 'slug' } as unknown as Collection;
const text = { type: 'string' };
const author = { ...text, 'x-service-ref': 'authors' };
const schema = {
  type: 'object',
  properties: {
    title: text, author, cover: { ...text, 'x-service-ref': 'media_assets' }, elsewhere: { ...text, 'x-service-ref': 'unknown' },
    also: { type: 'array', items: { $ref: '#/$defs/author' } },
    credits: { type: 'array', items: { type: 'object', properties: { by: author, as: text } } },
  },
  $defs: { author },
};

it('references are found wherever they stand, and nothing else', () => {
  const data = { title: 'Tea', author: 'Mei', cover: 'm1', elsewhere: 'x', also: ['lin', ''], credits: [{ by: 'hale', as: 'pictures' }] };
  const found = referencesIn({ schema }, data, [authors]);
  expect(found.map(({ path, value, target }) => [path.join('/'), value, target.rowField])).toEqual([['author', 'Mei', 'slug'], ['also/0', 'lin', 'slug'], ['credits/0/by', 'hale', 'slug']]);
});
