import type { Entry, Operation } from '../api/types.gen';

/** An operation whose input has these properties; a name with `!` is required. */
export function operationOf(properties: Record<string, object>, rest: Partial<Operation> = {}): Operation {
  const named = Object.entries(properties).map(([name, schema]) => [name.replace('!', ''), schema]);
  const required = Object.keys(properties).filter((name) => name.endsWith('!')).map((name) => name.replace('!', ''));
  return {
    name: 'op', title: 'Op', description: '', uiSchema: null, triggers: ['mcp'], rowBindings: [], targetCollection: null, op: null,
    input: { type: 'object', properties: Object.fromEntries(named) as object, required },
    output: {},
    ...rest,
  };
}

export const text = { type: 'string' };
export const version = { type: 'number' };
export const bound = (collection: string, inputField: string, rowField = 'id') => ({ collection, inputField, rowField });

export function entryOf(collection: string, data: Entry['data'], version = 3): Entry {
  return { id: 'e1', collection, status: 'published', version, data, authorId: null, createdAt: 0, updatedAt: 0 };
}

/** The operations of the examples, by what is special about each. */
export const moves = operationOf({ 'id!': text, 'expectedVersion!': version, 'stage!': { const: 'cancelled' } }, { targetCollection: 'orders' });
export const counts = operationOf({ 'sku!': text, 'quantity!': version, expectedVersion: version }, { targetCollection: 'inventory', rowBindings: [bound('inventory', 'sku', 'sku')] });
export const discards = operationOf({ 'id!': text }, { targetCollection: 'notes', rowBindings: [bound('notes', 'id')] });
export const asksNothing = operationOf({});
export const custom = operationOf({ 'order!': text, 'expectedVersion!': version }, { rowBindings: [bound('orders', 'order', 'number')] });
export const elsewhere = operationOf({ 'sku!': text, 'expectedVersion!': version }, { targetCollection: 'inventory', rowBindings: [bound('products', 'sku', 'sku')] });
export const takesBack = operationOf({ 'id!': { ...text, 'x-service-ref': 'loans' } }, { targetCollection: 'loans', op: 'delete', rowBindings: [bound('loans', 'id', 'book')] });
export const closes = operationOf({ 'id!': text, 'expectedVersion!': version }, { uiSchema: { collectionAction: 'loans' } });
export const upserts = operationOf({ id: text, expectedVersion: version }, { targetCollection: 'notes' });
