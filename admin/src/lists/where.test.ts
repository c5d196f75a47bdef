import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { fieldFilters, readWhere, whereOf } from './where';

const orders = {
  name: 'orders',
  sortable: ['updatedAt', 'stage', 'kind', 'gift', 'number', 'customer', 'cover', 'gone'],
  filter: { field: 'stage', values: ['placed'] },
  schema: {
    properties: {
      stage: { type: 'string', enum: ['placed'] },
      kind: { enum: ['tea', 2, null] },
      gift: { type: 'boolean' },
      number: { type: 'string' },
      customer: { type: 'string', 'x-service-ref': 'customers' },
      cover: { type: 'string', 'x-service-ref': 'media_assets' },
      unsorted: { type: 'boolean' },
    },
  },
} as unknown as Collection;

it('fields with an index are filtered by what they can be, but that of the tabs', () => {
  expect(fieldFilters(orders).map(({ field, kind }) => `${field}: ${kind}`)).toEqual(['kind: values', 'gift: boolean', 'customer: reference']);
});

it.each([
  ['texts, and what the router took for more than that', { 'filter.kind': 'tea', 'filter.gift': true, 'filter.n': 7, filter: 'x', q: 'y' }, { 'filter.kind': 'tea', 'filter.gift': 'true', 'filter.n': '7' }],
  ['nothing of no value', { 'filter.kind': '', 'filter.gift': undefined, 'filter.n': null, 'filter.o': {} }, {}],
])('an address narrows by %s', (_, address, where) => {
  expect(readWhere(address)).toEqual(where);
});

it.each([
  ['what fits', { 'filter.kind': '2', 'filter.gift': 'false', 'filter.customer': 'ada' }, { kind: '2', gift: 'false', customer: 'ada' }],
  ['nothing that the service would refuse', { 'filter.kind': 'milk', 'filter.gift': 'maybe', 'filter.number': '7', 'filter.nose': 'x' }, {}],
])('a list asks for %s', (_, address, where) => {
  expect(whereOf(address, orders)).toEqual(where);
});
