import { expect, test } from 'vitest';

import { rowSchemas } from './output';

test('rows of an answer are known by the schema of its items, and by what that refers to', () => {
  const price = { type: 'integer', 'x-mcp-hint': 'money-minor' };
  const items = { type: 'object', properties: { price: { $ref: '#/$defs/price' }, at: { type: 'integer', 'x-mcp-hint': 'timestamp-ms' } } };
  expect(rowSchemas({ type: 'array', items, $defs: { price } })).toMatchObject({ price, at: { 'x-mcp-hint': 'timestamp-ms' } });
  expect(rowSchemas({ type: 'array' })).toEqual({});
});
