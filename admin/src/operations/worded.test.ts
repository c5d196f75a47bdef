import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { inputSchemas } from './input';
import { operationOf, text } from './operation.fixture';
import { worded } from './worded';

const reason = { type: 'string', title: 'Reason for cancelling', description: 'The customer reads it.', maxLength: 300 };
const orders = { name: 'orders', schema: { properties: { reason, note: { ...text, title: 'Note' } } }, translations: [] } as unknown as Collection;
const input = { 'id!': text, 'reason!': text, note: { ...text, title: 'Why' } };

it.each(['create', 'update', 'upsert'] as const)('a builtin %s calls what it writes as the collection does, unless it has words of its own', (op) => {
  expect(inputSchemas(worded(operationOf(input, { op, targetCollection: 'orders' }), orders))).toEqual({
    id: text,
    reason: { ...text, title: 'Reason for cancelling', description: 'The customer reads it.' },
    note: { ...text, title: 'Why' },
  });
});

it.each([
  ['of the site’s own', operationOf(input)],
  ['that writes no property', operationOf(input, { op: 'archive', targetCollection: 'orders' })],
  ['of another collection', operationOf(input, { op: 'update', targetCollection: 'products' })],
])('an operation %s says all of it itself', (_, operation) => {
  expect(worded(operation, orders)).toBe(operation);
});
