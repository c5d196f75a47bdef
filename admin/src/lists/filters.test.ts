import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { howManyHold, mayLack, ownConditions, withoutFilters } from './filters';

const collection = (filter: Collection['filter']) =>
  ({
    name: 'orders', filter, sortable: ['kind', 'state'],
    schema: { properties: { kind: { type: 'string', enum: ['tea', 'cup'] }, state: { type: 'string' }, note: { type: 'string' } } },
  }) as unknown as Collection;
const tabs = collection({ field: 'state', values: ['open', 'done'] });
const long = collection({ field: 'state', values: Array.from({ length: 9 }, (_, i) => `s${i}`) });
const search = { q: 'kettle', filter: 'open', 'filter.kind': 'tea', 'empty.note': 'true', 'filter.kettle': 'no such field' } as const;

it('the count of filters is that of what the panel has: quick ones and conditions, no search and no tab', () => {
  expect(howManyHold({ q: 'kettle', filter: 'open' }, tabs)).toBe(0);
  expect(howManyHold(search, tabs)).toBe(2);
  expect(howManyHold({ ...search, filter: 's3' }, long)).toBe(3);
  expect(howManyHold({ ...search, filter: 'there-is-none' }, long)).toBe(2);
});

it('clearing the filters leaves the search and the tab', () => {
  expect(withoutFilters(search, tabs)).toEqual({ 'filter.kind': undefined, 'empty.note': undefined });
  expect(withoutFilters(search, long)).toEqual({ 'filter.kind': undefined, 'empty.note': undefined, filter: undefined });
});

it('what lacks the field of the tabs has a tab, and is no filter beside it', () => {
  const without = { 'empty.state': 'true' } as const;
  expect([howManyHold(without, tabs), ownConditions(without, tabs)]).toEqual([0, []]);
  expect(howManyHold(without, long)).toBe(1);
  expect(mayLack(tabs, 'state')).toBe(true);
  expect(mayLack({ ...tabs, schema: { required: ['state'] } }, 'state')).toBe(false);
});
