import { expect, it } from 'vitest';

import { exampleOf, schemaRows, typeWords, type JsonSchema } from './jsonSchema';

const order: JsonSchema = {
  type: 'object',
  required: ['sku', 'lines'],
  properties: {
    sku: { type: 'string', pattern: '^[A-Z]+$', description: { en: 'What', 'zh-TW': '什麼' } },
    lines: { type: 'array', items: { type: 'object', required: ['count'], properties: { count: { type: 'integer', minimum: 1 }, note: { type: 'string' } } } },
    size: { type: ['string', 'null'], enum: ['s', 'm', null] },
    parent: { $ref: '#/$defs/node' },
  },
  $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
};

it('a row for each property, however deep, and an end to what holds itself', () => {
  expect(schemaRows(order).map(({ path }) => path)).toEqual([
    'sku', 'lines', 'lines[].count', 'lines[].note', 'size', 'parent', 'parent.next', 'parent.next.next', 'parent.next.next.next',
  ]);
});

it('says what is required and what the keywords are', () => {
  const rows = schemaRows(order);
  expect(rows[0]).toEqual({ path: 'sku', type: 'string', required: true, rules: ['pattern ^[A-Z]+$'], description: { en: 'What', 'zh-TW': '什麼' } });
  expect(rows[2]).toMatchObject({ required: true, rules: ['minimum 1'] });
  expect(rows[4]).toMatchObject({ required: false, rules: ['enum "s", "m", null'] });
});

it.each<[JsonSchema, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: 'integer', nullable: true }, 'integer | null'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ oneOf: [{ type: 'string' }, { type: 'object' }] }, 'string | object'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ const: 7 }, 'number'],
  [{ enum: ['a', 'b'] }, 'string'],
  [{}, 'any'],
])('%j is %s', (schema, words) => {
  expect(typeWords(schema, schema)).toBe(words);
});

it('an example has what it must have', () => {
  expect(exampleOf(order, order)).toEqual({ sku: '…', lines: [{ count: 1 }] });
});

it.each<[JsonSchema, unknown]>([
  [{ type: 'string', default: 'x' }, 'x'],
  [{ type: 'string', enum: ['s', 'm'] }, 's'],
  [{ type: 'string', format: 'date' }, '2026-11-21'],
  [{ type: 'boolean', default: false }, false],
  [{ type: ['integer', 'null'] }, 1],
])('an example of %j', (schema, value) => {
  expect(exampleOf(schema, schema)).toEqual(value);
});
