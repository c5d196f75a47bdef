import { expect, it } from 'vitest';

import type { Collection } from '../../../api/types.gen';
import { writingOf } from './writes';

const collection = (properties: Record<string, unknown>, primaryField = 'title') => ({ schema: { type: 'object', properties }, list: { primaryField } }) as unknown as Collection;
const title = { type: 'string', maxLength: 120 };
const body = { type: 'string', 'x-mcp-hint': 'markdown' };

it.each([
  ['a title and a text', { slug: { type: 'string' }, title, body }, { title: 'title', body: 'body', texts: [], others: ['slug'] }],
  ['rich text', { title, text: { type: 'string', 'x-mcp-hint': 'richtext' } }, { title: 'title', body: 'text', texts: [], others: [] }],
  ['a name', { name: title, body }, { title: 'name', body: 'body', texts: [], others: [] }],
  ['no title', { body }, undefined],
  ['no text', { title }, undefined],
  ['the first of several texts', { title, body, tags: { type: 'array' }, rest: body, notes: { type: 'string', 'x-mcp-hint': 'richtext' } }, { title: 'title', body: 'body', texts: ['rest', 'notes'], others: ['tags'] }],
  ['a title in every language', { title: { type: 'object', properties: { en: title } }, body }, undefined],
])('%s', (_, properties, writing) => {
  expect(writingOf(collection(properties))).toEqual(writing);
});
