import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { mayBeEmpty, settableFields } from './settable';

const properties = { slug: { type: 'string' }, title: { type: 'string' }, editor: { type: 'string', 'x-service-bind': 'ctx.staff' } };
const posts = { keys: ['slug'], translates: null, schema: { properties, required: ['slug'] } } as unknown as Collection;

it('several entries are not offered a field that each has a value of its own in, one entry is', () => {
  expect(settableFields(posts, true)).toEqual([{ field: 'title', unique: false }, { field: 'slug', unique: true }]);
  expect(settableFields(posts, false).map(({ unique }) => unique)).toEqual([false, false]);
});

it('what the service fills is not set by hand', () => {
  expect(settableFields(posts, false).map(({ field }) => field)).not.toContain('editor');
});

it('translations have each their language', () => {
  const texts = { ...posts, keys: [], translates: { parent: 'posts', on: 'slug' }, schema: { properties: { locale: { type: 'string' } } } } as unknown as Collection;
  expect(settableFields(texts, true)).toEqual([{ field: 'locale', unique: true }]);
});

it('a field that is required is not emptied', () => {
  expect([mayBeEmpty(posts, 'slug'), mayBeEmpty(posts, 'title')]).toEqual([false, true]);
});
