import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { byWriting } from './toWrite';

const collection = (name: string, properties: object, more: object = {}) => ({ name, lifecycle: 'publishing', translations: [], schema: { properties }, ...more }) as unknown as Collection;
const long = { type: 'string', 'x-mcp-hint': 'markdown' };
const line = { type: 'string' };

it('a writer begins with an article', () => {
  const authors = collection('authors', { name: line, about: long });
  const enquiries = collection('enquiries', { title: line, message: long }, { lifecycle: 'operational' });
  const events = collection('events', { title: line, date: line });
  const pages = collection('pages', { title: line, body: long });
  const posts = collection('posts', { slug: line, publishedAt: line }, { translations: [collection('post-texts', { title: line, body: long })] });
  expect(byWriting([authors, enquiries, events, pages, posts]).map(({ name }) => name)).toEqual(['posts', 'pages', 'events', 'authors', 'enquiries']);
});
