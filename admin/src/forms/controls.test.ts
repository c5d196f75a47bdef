import { expect, it } from 'vitest';

import { languageName, wordsOf } from '../values/names';
import { controlFor } from './controls';
import type { Shape } from './shape';
import { isMediaList, isTags } from './shape';
import { numberOf } from './widgets/Numeric';

it.each<[Shape, string]>([
  [{ type: 'string' }, 'text'],
  [{ type: 'string', 'x-widget': 'textarea' }, 'textarea'],
  [{ type: 'string', maxLength: 2000 }, 'textarea'],
  [{ type: 'string', maxLength: 254, format: 'email' }, 'text'],
  [{ type: 'string', 'x-mcp-hint': 'markdown', 'x-widget': 'textarea' }, 'markdown'],
  [{ type: 'string', 'x-mcp-hint': 'richtext' }, 'richtext'],
  [{ type: 'string', 'x-mcp-hint': 'code' }, 'code'],
  [{ type: 'string', 'x-mcp-hint': 'idempotency-key', format: 'uuid' }, 'text'],
  [{ type: 'string', 'x-service-ref': 'authors' }, 'reference'],
  [{ type: 'string', 'x-service-bind': 'ctx.user' }, 'stamp'],
  [{ type: 'string', 'x-service-bind': 'ctx.user', 'x-service-ref': 'authors' }, 'reference'],
  [{ type: 'string', 'x-service-bind': 'now' }, 'text'],
  [{ type: 'string', 'x-service-ref': 'media_assets' }, 'media'],
  [{ type: 'string', 'x-mcp-hint': 'media-image' }, 'media'],
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: 'string', format: 'date-time' }, 'date-time'],
  [{ type: 'string', enum: ['a'] }, 'select'],
  [{ const: 'a' }, 'fixed'],
  [{ type: 'boolean', const: true }, 'switch'],
  [{ type: 'boolean' }, 'switch'],
  [{ type: 'integer', 'x-mcp-hint': 'timestamp-ms' }, 'timestamp'],
  [{ type: 'integer', 'x-mcp-hint': 'money-minor' }, 'money'],
  [{ type: 'number', 'x-mcp-hint': 'money-minor' }, 'number'],
  [{ type: 'integer', 'x-service-ref': 'orders' }, 'reference'],
  [{ type: ['integer', 'null'] }, 'number'],
])('%j is shown by %s', (shape, control) => {
  expect(controlFor(shape)).toBe(control);
});

it.each<[Shape, boolean]>([
  [{ type: 'array', items: { type: 'string' } }, true],
  [{ type: 'array', items: { type: 'string', enum: ['a'] } }, true],
  [{ type: 'array', items: { type: 'string', maxLength: 300 } }, false],
  [{ type: 'array', items: { type: 'string', format: 'email' } }, false],
  [{ type: 'array', items: { type: 'string', 'x-service-ref': 'x' } }, false],
  [{ type: 'array', items: { type: 'number' } }, false],
])('%j fits into one control: %s', (shape, tags) => {
  expect(isTags(shape, {})).toBe(tags);
});

it.each<[Shape, boolean]>([
  [{ type: 'array', items: { type: 'string', 'x-mcp-hint': 'media-image' } }, true],
  [{ type: 'array', items: { type: 'string', 'x-service-ref': 'media_assets' } }, true],
  [{ type: 'array', 'x-mcp-hint': 'media', items: { type: 'string' } }, true],
  [{ type: 'array', items: { $ref: '#/$defs/picture' } }, true],
  [{ type: 'array', items: { type: 'object', properties: { picture: { type: 'string', 'x-mcp-hint': 'media' } } } }, false],
  [{ type: 'array', items: { type: 'string' } }, false],
])('%j is a list of assets: %s', (shape, list) => {
  expect(isMediaList(shape, { $defs: { picture: { type: 'string', 'x-mcp-hint': 'media-image' } } })).toBe(list);
});

it.each([
  ['orderNumber', 'Order number'],
  ['order_number', 'Order number'],
  ['reorder-at', 'Reorder at'],
  ['SKU', 'SKU'],
  ['zh-TW', 'Zh TW'],
])('%s in words is %s', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});

it('languages have names, and other words of two letters have none', () => {
  expect(languageName('en', 'en')).toBe('English');
  expect(languageName('zh-TW', 'zh-TW')).toBe('中文（台灣）');
  expect(languageName('cc', 'en')).toBeUndefined();
  expect(languageName('sku', 'en')).toBeUndefined();
});

it.each([
  ['1', 1],
  [' -1.50 ', -1.5],
  ['1.', 1],
  ['.5', 0.5],
  ['1e3', 1000],
  ['−2', -2],
  ['', undefined],
  ['-', undefined],
  ['1,5', 1.5],
  ['-0,25', -0.25],
  ['1,234', undefined],
  ['1,2,3', undefined],
  ['0x1', undefined],
  ['Infinity', undefined],
  ['9007199254740993', undefined],
])('%j is the number %s', (text, number) => {
  expect(numberOf(text)).toBe(number);
});
