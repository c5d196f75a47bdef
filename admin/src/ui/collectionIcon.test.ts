import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { collectionIcon } from './collectionIcon';

const collection = (properties: object, more: Partial<Collection> = {}) =>
  ({ lifecycle: 'publishing', translates: null, parent: null, readOnly: false, media: [], translations: [], schema: { type: 'object', properties }, ...more }) as unknown as Collection;

it.each([
  ['article', collection({ title: {}, body: { 'x-mcp-hint': 'markdown' } })],
  ['language', collection({ title: {}, body: { 'x-mcp-hint': 'markdown' } }, { translates: { parent: 'posts', on: 'slug' } })],
  ['inbox', collection({ message: {}, email: {} }, { lifecycle: 'operational' })],
  ['goods', collection({ sku: {}, name: {} })],
  ['person', collection({ name: {}, email: {} })],
  ['collection', collection({ name: {} })],
  ['event', collection({ title: {}, startsAt: { format: 'date-time' } })],
  ['collection', collection({ title: {}, start: { type: 'string' }, date: { format: 'date' } })],
  ['collection', collection({ title: {} })],
  ['collection', undefined],
])('%s', (icon, of) => {
  expect(collectionIcon(of)).toBe(icon);
});
