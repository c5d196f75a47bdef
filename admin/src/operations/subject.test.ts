import { expect, it } from 'vitest';

import { asksNothing, bound, closes, counts, custom, discards, elsewhere, entryOf, moves, operationOf, takesBack, text } from './operation.fixture';
import { requestOf, schemaWithoutRow, versionOf } from './request';
import { filledFrom, leadOf, mayGoWithout, operationsOf, operationsOn, subjectsOf, targetOf } from './subject';

const collectionsOf = (operation: typeof moves) => subjectsOf(operation).map((each) => each.collection);

it.each([
  ['a row binding', counts, ['inventory']],
  ['the id of a target, bound or not', moves, ['orders']],
  ['an id that is bound already', discards, ['notes']],
  ['a binding to another collection than the target', elsewhere, ['products']],
  ['nothing', asksNothing, []],
  ['a target without a way to its rows', operationOf({ 'name!': text }, { targetCollection: 'notes' }), []],
  ['the id of a builtin, which refers elsewhere', { ...takesBack, rowBindings: [bound('books', 'id', 'slug')] }, ['loans']],
  ['the id of a handler that takes the version of a row, on a list', closes, ['loans']],
  ['an id that takes no version', operationOf({ id: text }, { uiSchema: { collectionAction: 'loans' } }), []],
  ['two collections', operationOf({ order: text, product: text }, { rowBindings: [bound('orders', 'order'), bound('products', 'product')] }), ['orders', 'products']],
])('rows that lead an operation: %s', (_, operation, collections) => {
  expect(collectionsOf(operation)).toEqual(collections);
});

it.each([
  ['the target', counts, 'inventory'],
  ['the bound row of a handler of the site’s own', custom, 'orders'],
  ['no row where only another collection is bound', elsewhere, undefined],
])('the version is that of %s', (_, operation, collection) => {
  expect(targetOf(operation)?.collection).toBe(collection);
});

it.each([
  ['a property of the same name', counts, { sku: 'INK-201', quantity: 3 }, { sku: 'INK-201' }],
  ['the id', moves, { number: 'BQ-1' }, { id: 'e1' }],
  ['the id of what a builtin changes, also where a reference holds another property', takesBack, { book: 'dune' }, { id: 'e1' }],
  ['the id, where the list of a handler names the collection', closes, { book: 'dune' }, { id: 'e1' }],
  ['another property', custom, { number: 'BQ-1' }, { order: 'BQ-1' }],
  ['nothing where the row has no value', custom, { number: null }, {}],
])('a row fills in %s', (_, operation, data, filled) => {
  const lead = leadOf(operation);
  expect(lead && filledFrom(lead, entryOf(lead.collection, data))).toEqual(filled);
});

it('a row fills in every field that is bound to another of its values, and one of those bound to the same', () => {
  const operation = operationOf(
    { id: text, number: text, from: text },
    { rowBindings: [bound('orders', 'id'), bound('orders', 'number', 'number'), bound('orders', 'from')] },
  );
  const lead = leadOf(operation);
  expect(lead && filledFrom(lead, entryOf('orders', { number: 'BQ-1' }))).toEqual({ id: 'e1', number: 'BQ-1' });
});

it.each([
  ['one that makes what is not there', counts, true],
  ['one that changes what is there', moves, false],
  ['one that needs its row', discards, false],
  ['one whose row is a side matter', operationOf({ order: text }, { rowBindings: [bound('orders', 'order')] }), true],
])('%s goes without a row: %j', (_, operation, may) => {
  const lead = leadOf(operation);
  expect(lead && mayGoWithout(operation, lead)).toBe(may);
});

it('a list offers the operations on its rows', () => {
  expect(operationsOn('inventory', [moves, counts, discards, elsewhere])).toEqual([counts]);
});

it('an entry offers what runs on it, and what belongs to its list', () => {
  const imports = operationOf({ file: text }, { uiSchema: { collectionAction: 'inventory' } });
  expect(operationsOf('inventory', [moves, counts, imports, elsewhere])).toEqual([counts, imports]);
});

it.each([
  ['of the target', counts, 'inventory', 3],
  ['of none where the operation takes none', discards, 'notes', undefined],
  ['of none but the row that is written', elsewhere, 'products', undefined],
])('the version that is sent is that %s', (_, operation, collection, sent) => {
  expect(versionOf(operation, leadOf(operation), entryOf(collection, {}))).toBe(sent);
});

it('what the row says stands above what was typed, and no version but the captured one is sent', () => {
  expect(requestOf({ sku: 'OLD', quantity: 1, expectedVersion: 9 }, { sku: 'INK-201' }, 3)).toEqual({ sku: 'INK-201', quantity: 1, expectedVersion: 3 });
  expect(requestOf({ expectedVersion: 9 }, {}, undefined)).toEqual({});
});

it('without a row, what would name it is a plain field, and an id is not asked for', () => {
  const refers = operationOf({ 'sku!': { ...text, 'x-service-ref': 'inventory' }, expectedVersion: text }, { targetCollection: 'inventory', rowBindings: [bound('inventory', 'sku', 'sku')] });
  expect(schemaWithoutRow(refers)).toMatchObject({ schema: { properties: { sku: { type: 'string' } } }, hidden: [] });
  expect(schemaWithoutRow(refers).schema).not.toHaveProperty('properties.sku.x-service-ref');
  expect(schemaWithoutRow(operationOf({ id: text, expectedVersion: text }, { targetCollection: 'notes' })).hidden).toEqual(['id']);
});
