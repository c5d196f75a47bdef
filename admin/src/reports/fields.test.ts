import { expect, it } from 'vitest';

import type { Collection, View } from '../api/types.gen';
import { columnSchema, entryIdOf, fieldSchema, fieldsOf, isNumeric, rowName } from './fields';

const view = (rest: Partial<View>) => ({ name: 'v', collection: 'orders', fields: null, rows: null, list: null, ...rest }) as View;
const list = (columns: string[]) => ({ columns, searchFields: [], filterFields: [] });

it.each([
  ['those of its uiSchema', view({ list: list(['b']), fields: ['a', 'b'] }), [{ a: 1, b: 2 }], ['b']],
  ['what it selects', view({ list: list([]), fields: ['a', 'b'] }), [], ['a', 'b']],
  ['what it selects, without a uiSchema', view({ fields: ['b', 'a'] }), [{ a: 1, b: 2, c: 3 }], ['b', 'a']],
  ['every key that some row has', view({}), [{ a: 1 }, { b: 2, a: 3 }], ['a', 'b']],
  ['none as long as there is no row', view({}), [], []],
])('the columns of a report are %s', (_, of, rows, columns) => {
  expect(fieldsOf(of, rows)).toEqual(columns);
});

const collection = (name: string, properties: object) => ({ name, schema: { properties }, translations: [] }) as unknown as Collection;
const time = { type: 'integer', 'x-mcp-hint': 'timestamp-ms' };
const money = { type: 'integer', 'x-mcp-hint': 'money-minor' };
const collections = [
  collection('orders', { placedAt: time, price: money, name: { type: 'string' }, stage: { type: 'string', enum: ['paid'] } }),
  collection('products', { name: { type: 'string', title: 'Name' }, stage: { type: 'string', enum: ['new'] } }),
];

it.each([
  ['a property of its collection', 'orders', 'price', money],
  ['a column that every entry has', 'orders', 'createdAt', { type: 'integer', 'x-mcp-hint': 'timestamp-ms' }],
  ['nothing of another collection', 'products', 'placedAt', undefined],
  ['of a statement, what one collection says', null, 'placedAt', time],
  ['of a statement, what all collections say alike', null, 'name', { type: 'string' }],
  ['of a statement, nothing where they differ', null, 'stage', undefined],
  ['of a statement, never that a number is money: a sum beside it would not be', null, 'price', undefined],
  ['of a statement, nothing of a name of its own', null, 'lineTotal', undefined],
])('known of a column: %s', (_, of, field, schema) => {
  expect(fieldSchema(field, view({ collection: of }), collections)).toEqual(schema);
});

it('of a statement, a column is a reference where every collection that has it refers to the same', () => {
  const key = { type: 'string', title: 'SKU' };
  const refers = { ...key, 'x-service-ref': 'products' };
  const stock = collection('stock', { sku: refers });
  const known = (all: Collection[]) => fieldSchema('sku', view({ collection: null }), all);
  expect(known([stock, collection('loans', { sku: refers })])).toEqual(refers);
  expect(known([stock, collection('products', { sku: key })])).toEqual(key);
});

it('of a statement is known what its View declares, and beside that what collections say alike', () => {
  const total = { type: 'integer', title: { en: 'Total', 'zh-TW': '總額' }, 'x-mcp-hint': 'money-minor' };
  const rows = { type: 'object', properties: { lineTotal: { $ref: '#/$defs/total' }, price: money, placedAt: { type: 'integer', title: 'Placed' }, stage: { type: 'string', title: 'Stage' } }, $defs: { total } };
  const of = (field: string) => fieldSchema(field, view({ collection: null, rows }), collections);
  expect(of('lineTotal')).toMatchObject(total);
  expect(of('price')).toEqual(money);
  expect(of('placedAt')).toEqual({ ...time, title: 'Placed' });
  expect(of('stage')).toEqual({ type: 'string', title: 'Stage' });
  expect(of('name')).toEqual({ type: 'string' });
});

it.each([
  ['by its schema', { type: 'integer' }, [{ a: null }], true],
  ['by its values', undefined, [{ a: 1 }, { a: null }, {}], true],
  ['not with one word among them', undefined, [{ a: 1 }, { a: 'x' }], false],
  ['not without values', undefined, [{ a: null }], false],
])('a column is numeric %s', (_, schema, rows, numeric) => {
  expect(isNumeric('a', schema, rows)).toBe(numeric);
});

it('a row is an entry where it has its id, and is no statement’s', () => {
  expect(entryIdOf(view({}), { id: 'e1' })).toBe('e1');
  expect(entryIdOf(view({}), { name: 'x' })).toBeUndefined();
  expect(entryIdOf(view({ collection: null }), { id: 'e1' })).toBeUndefined();
});

it.each([
  ['a time, called as stamps are and of 13 digits', 'paidAt', [1_795_936_401_662, null], time],
  ['a time, in snake case', 'paid_at', [1_795_936_401_662], time],
  ['nothing of another name: the number may be an id', 'last_change', [1_795_936_401_662], undefined],
  ['nothing of other numbers', 'paidAt', [1_795_936_401_662, 7], undefined],
  ['nothing of a column without values', 'paidAt', [null], undefined],
])('of a column that nothing declares is known: %s', (_, field, values, schema) => {
  expect(columnSchema(field, view({ collection: null }), collections, values.map((value) => ({ [field]: value })))).toEqual(schema);
});

const titled = [{ ...collection('orders', { name: { type: 'string' } }), list: { primaryField: 'name' } } as Collection];

it.each([
  ['by the field of titles, wherever it stands', 'orders', { placedAt: 1_795_936_401_727, stage: 'paid', name: 'Ada' }, 'Ada'],
  ['of a statement by its first text, and by no time', null, { last: 1_795_936_401_727, total: 7, who: 'Ada' }, 'Ada'],
  ['by a number where there is no text', null, { last: 1_795_936_401_727, total: 7 }, '7'],
  ['by nothing where there is none', null, { last: 1_795_936_401_727 }, ''],
])('a row is called %s', (_, of, row, name) => {
  expect(rowName(view({ collection: of }), row, Object.keys(row), titled)).toBe(name);
});
