import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { askedFields, choosableColumns, chosenColumns, mostChosen, shownColumns, tableFields, writtenColumns } from './chosen';

const products = {
  name: 'products',
  lifecycle: 'publishing',
  translations: [],
  list: { primaryField: '', columns: ['tags', 'sku', 'createdAt'] },
  schema: {
    properties: {
      sku: { type: 'string' },
      price: { type: ['integer', 'null'], 'x-mcp-hint': 'money-minor' },
      currency: { type: 'string' },
      tags: { type: 'array' },
      size: { type: ['string', 'number'] },
      more: { type: 'object' },
      any: {},
    },
  },
} as unknown as Collection;

const ids = (columns: string[]) => columns.map((id) => ({ id }));

it('a table has what is declared, and then the scalars that a list can ask for', () => {
  expect(tableFields(products)).toEqual(['tags', 'sku', 'price', 'currency']);
  expect(choosableColumns(products)).toEqual(['data.tags', 'data.sku', 'data.price', 'data.currency', 'status', 'createdAt', 'updatedAt']);
});

it.each([
  ['the usual ones', undefined, ['title', 'data.tags', 'data.sku', 'status', 'createdAt', 'updatedAt', 'locale']],
  ['those that were chosen', ['data.price', 'updatedAt'], ['title', 'data.price', 'updatedAt', 'locale']],
  ['the title alone', ['none'], ['title', 'locale']],
])('a list shows %s', (_, chosen, shown) => {
  const all = ids(['title', 'data.tags', 'data.sku', 'data.price', 'data.currency', 'status', 'createdAt', 'updatedAt', 'locale']);
  expect(shownColumns(all, chosen, products).map(({ id }) => id)).toEqual(shown);
});

it.each([
  ['nothing for the usual columns', undefined, []],
  ['nothing that it has anyway', ['data.sku', 'status'], []],
  ['an amount with what it is in', ['data.price'], ['price', 'currency']],
  ['a currency once', ['data.price', 'data.currency'], ['price', 'currency']],
  ['nothing that the service would refuse', ['data.more', 'data.nose', 'data.size'], []],
])('it asks for %s', (_, chosen, asked) => {
  expect(askedFields(chosen, products)).toEqual(asked);
});

it('an address says columns, also that there are none, and not too many', () => {
  expect(chosenColumns({ columns: 'status,data.sku' }, products)).toEqual(['status', 'data.sku']);
  expect(chosenColumns({ columns: writtenColumns([]) }, products)).toEqual(['none']);
  expect(chosenColumns({}, products)).toBeUndefined();
  expect(chosenColumns({ columns: 'a,'.repeat(99) }, products)).toHaveLength(mostChosen);
});
