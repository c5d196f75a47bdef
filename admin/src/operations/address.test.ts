import { expect, it } from 'vitest';

import { openedFrom, readOperationSearch } from './address';
import { asksNothing, closes, custom, moves } from './operation.fixture';

it.each([
  ['nothing', {}, {}],
  ['an operation', { run: 'advance' }, { run: 'advance' }],
  ['an operation on a row', { run: 'advance', collection: 'orders', entry: 'e1' }, { run: 'advance', collection: 'orders', entry: 'e1' }],
  ['an id that reads as a number', { run: 'advance', collection: 'orders', entry: 17 }, { run: 'advance', collection: 'orders', entry: '17' }],
  ['half a row', { run: 'advance', entry: 'e1' }, { run: 'advance' }],
  ['a search of the list', { q: 'stock' }, { q: 'stock' }],
  ['a search beside an operation', { run: 'advance', q: 'stock' }, { run: 'advance' }],
  ['a row without an operation', { collection: 'orders', entry: 'e1' }, {}],
  ['what is none of it', { run: ['a'], other: 1 }, {}],
])('an address with %s', (_, address, search) => {
  expect(readOperationSearch(address)).toEqual(search);
});

it.each([
  ['a bound row', custom, 'orders', true],
  ['the id of a row of its target, bound or not', moves, 'orders', true],
  ['the id of a row of the list that it is offered on', closes, 'loans', true],
  ['rows of another collection', moves, 'products', false],
  ['no row', asksNothing, 'orders', false],
])('an operation that takes %s, from an entry', (_, operation, collection, takes) => {
  expect(openedFrom(operation, { collection, id: 'e1' })).toEqual({ run: 'op', ...(takes ? { collection, entry: 'e1' } : {}) });
});
