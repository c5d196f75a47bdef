import { expect, it } from 'vitest';

import type { Collection, Statistics } from '../api/types.gen';
import { listOf, nextOrder, readSearch, totalOf } from './search';

const posts = {
  name: 'posts', lifecycle: 'publishing', sortable: ['updatedAt', 'createdAt', 'slug'], sortedSlowly: [], filter: { field: 'kind', values: ['tea', 'cup'] },
  list: { primaryField: '', columns: [] }, schema: {}, translations: [],
} as unknown as Collection;

it.each([
  ['nothing', {}, {}],
  ['all there is', { q: 'tea', status: 'draft', filter: 'cup', sort: 'slug', direction: 'asc' }, { q: 'tea', status: 'draft', filter: 'cup', sort: 'slug', direction: 'asc' }],
  ['a number that was searched for', { q: 7 }, { q: '7' }],
  ['what no list knows', { status: 'gone', direction: 'up', q: '', sort: ['slug'], other: 1 }, {}],
])('an address with %s', (_, address, search) => {
  expect(readSearch(address)).toEqual(search);
});

it.each([
  ['the latest change first', {}, { collection: 'posts', sort: 'article.changedAt', direction: 'desc' }],
  ['everything', { q: 'x', status: 'draft', filter: 'cup', sort: 'slug', direction: 'asc' }, { collection: 'posts', search: 'x', status: 'draft', filter: { field: 'kind', value: 'cup' }, sort: 'slug', direction: 'asc' }],
  ['nothing that the service would refuse', { sort: 'nose', filter: 'milk' }, { collection: 'posts', sort: 'article.changedAt', direction: 'desc' }],
] as const)('a list asks for %s', (_, search, list) => {
  expect(listOf(search, posts)).toEqual(list);
});

it.each([
  ['nothing', {}, 'article.changedAt'],
  ['the change of its own data', { sort: 'updatedAt' }, 'article.changedAt'],
  ['a property', { sort: 'slug' }, 'slug'],
  ['the change of an article', { sort: 'article.changedAt' }, 'article.changedAt'],
] as const)('articles in the order of %s come by %s', (_, search, sort) => {
  expect(listOf(search, posts)).toMatchObject({ sort });
});

it('operational collections have no status to ask for', () => {
  const operational = listOf({ status: 'draft' }, { ...posts, lifecycle: 'operational', translations: [] });
  expect(operational).not.toHaveProperty('status');
  expect(operational.sort).toBe('updatedAt');
});

it.each([
  ['slug', { sort: 'updatedAt', direction: 'desc' }, 'asc'],
  ['slug', { sort: 'slug', direction: 'asc' }, 'desc'],
  ['slug', { sort: 'slug', direction: 'desc' }, 'asc'],
  ['createdAt', { sort: 'slug', direction: 'desc' }, 'desc'],
] as const)('the head of %s after %j sorts %s', (field, now, direction) => {
  expect(nextOrder(field, now)).toEqual({ sort: field, direction });
});

const statistics = { total: 9, byStatus: { draft: 4 }, byFilterValue: { tea: 3 } } as unknown as Statistics;

it.each([
  ['the collection', {}, 9],
  ['a state', { status: 'draft' }, 4],
  ['a state that no entry has', { status: 'archived' }, 0],
  ['a value of the filter', { filter: 'tea' }, 3],
  ['a value that is none', { filter: 'milk' }, 9],
  ['those without a value', { 'empty.kind': 'true' }, 6],
  ['those with one', { 'empty.kind': 'false' }, undefined],
  ['those without another', { 'empty.slug': 'true' }, undefined],
  ['a search', { q: 'x' }, undefined],
  ['both at once', { status: 'draft', filter: 'tea' }, undefined],
] as const)('the total of %s', (_, search, total) => {
  expect(totalOf(search, posts, statistics)).toBe(total);
});
