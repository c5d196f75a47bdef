import { expect, it } from 'vitest';

import type { Collection, View } from '../api/types.gen';
import { entryIdOf, fieldSchema, fieldsOf, isNumeric } from './fields';

const view = (rest: Partial<View>) => ({ name: 'v', collection: 'orders', fields: null, list: null, ...rest }) as View;
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
