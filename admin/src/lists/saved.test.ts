// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

import type { Collection } from '../api/types.gen';
import { storage } from '../drafts/storage.testing';
import { chosenColumns } from './chosen';
import { layoutOf } from './layout';
import { addressOf, isChanged, rememberShown, savedSearch } from './saved';
import { orderOf, readSearch } from './search';

const posts = {
  name: 'posts', lifecycle: 'publishing', sortable: ['slug'], sortedSlowly: [], translations: [], filter: null,
  list: { primaryField: 'slug', columns: ['author'] },
  schema: { properties: { slug: { type: 'string' }, author: { type: 'string' }, tags: { type: 'array' }, date: { type: 'string', format: 'date' } } },
} as unknown as Collection;

const usual = 'data.author,status,updatedAt';
const byChange = { sort: 'article.changedAt', direction: 'desc', layout: 'table', columns: usual };

beforeEach(() => vi.stubGlobal('localStorage', storage()));

it.each([
  ['how it is shown where nobody has chosen', {}, byChange],
  ['what its address says, and not which list it began as', { q: 'tea', 'empty.author': 'true', sort: 'slug', direction: 'asc', list: 'x' }, { ...byChange, q: 'tea', 'empty.author': 'true', sort: 'slug', direction: 'asc' }],
  ['its columns in one order', { columns: 'updatedAt,data.author' }, { ...byChange, columns: 'data.author,updatedAt' }],
  ['the date and the month of a calendar', { layout: 'calendar', month: '2026-05' }, { ...byChange, layout: 'calendar', by: 'date', month: '2026-05' }],
  ['neither of a table', { by: 'date', month: '2026-05' }, byChange],
])('a saved list keeps %s', (_, search, kept) => {
  expect(savedSearch(readSearch(search), posts)).toEqual(kept);
});

it('it opens as itself', () => {
  expect(addressOf({ id: 'x', search: { q: 'tea', nose: '1' } })).toEqual({ q: 'tea', list: 'x' });
});

it.each([
  ['as it was saved', {}, false],
  ['with another condition', { 'empty.author': 'true' }, true],
  ['with fewer conditions', { status: undefined }, true],
  ['in another order', { direction: 'asc' }, true],
  ['with other columns', { columns: 'status' }, true],
  ['with the same columns, taken away and brought back', { columns: 'updatedAt,status,data.author' }, false],
  ['as a calendar', { layout: 'calendar' }, true],
] as const)('a list that is shown %s', (_, change, changed) => {
  const list = { id: 'x', search: savedSearch({ status: 'draft' }, posts) };
  expect(isChanged(list, readSearch({ ...addressOf(list), ...change }), posts)).toBe(changed);
});

it('one that says nothing of columns has those of whoever reads it', () => {
  const list = { id: 'x', search: { sort: 'slug' } };
  rememberShown({ columns: 'status' }, posts);
  expect(isChanged(list, addressOf(list), posts)).toBe(false);
  expect(isChanged(list, { ...addressOf(list), columns: 'updatedAt' }, posts)).toBe(true);
});

it('a calendar is not changed by leafing, but by another date', () => {
  const list = { id: 'x', search: savedSearch({ layout: 'calendar', month: '2026-05' }, posts) };
  expect(isChanged(list, { ...addressOf(list), month: '2026-06' }, posts)).toBe(false);
  expect(isChanged(list, { ...addressOf(list), by: 'createdAt' }, posts)).toBe(true);
});

it('what was chosen for a collection is there the next time, until it is taken back', () => {
  rememberShown({ sort: 'slug', direction: 'asc', layout: 'calendar', columns: 'status' }, posts);
  rememberShown({ q: 'tea' }, posts);
  expect([orderOf({}, posts), layoutOf({}, posts), chosenColumns({}, posts)]).toEqual([{ sort: 'slug', direction: 'asc' }, 'calendar', ['status']]);
  rememberShown({ columns: undefined }, posts);
  expect(chosenColumns({}, posts)).toBeUndefined();
});
