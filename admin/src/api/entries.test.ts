import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';

import { entriesQuery } from './entries';

afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['its first page', [{ items: [{ id: 'a' }], nextCursor: 'one' }], ['a']],
  ['the first page that has rows', [{ items: [], nextCursor: 'one' }, { items: [], nextCursor: 'two' }, { items: [{ id: 'a' }], nextCursor: null }], ['a']],
  ['nothing, where no page has rows', [{ items: [], nextCursor: 'one' }, { items: [], nextCursor: null }], []],
])('a list begins with %s', async (_, pages, ids) => {
  const cursors: (string | null)[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    cursors.push(new URL(address, 'http://quartet.test').searchParams.get('cursor'));
    return Promise.resolve(new Response(JSON.stringify(pages[cursors.length - 1])));
  });
  const { pages: found } = await new QueryClient().infiniteQuery(entriesQuery({ collection: 'posts', sort: 'article.changedAt', direction: 'asc' }));
  expect(found.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids);
  expect(cursors).toEqual([null, 'one', 'two'].slice(0, pages.length));
});
