// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import type { Collection } from '../../api/types.gen';
import { SpeechProvider } from '../../i18n/text';
import type { ListSearch } from '../../lists/search';
import { ListTabs } from './ListTabs';

const counted: Record<string, object> = {
  'empty.cover=true&by=status': { count: 12, more: false, by: { draft: 7, published: 5 } },
  'search=tea&by=status': { count: 100_000, more: true },
  'filter.kind=tea&by=status': { count: 3, more: false, by: { draft: 2, published: 1 } },
  'status=draft&by=kind': { count: 6, more: false, by: { tea: 2, '': 4 } },
  'search=tea&by=kind': { count: 3, more: false, by: { tea: 2, '': 1 } },
  'search=none&by=status': { count: 0, more: false },
};
const asked = vi.fn();
vi.stubGlobal('fetch', (address: string) => {
  if (address.includes('/statistics')) return Promise.resolve(Response.json({ total: 9, byStatus: { draft: 6, published: 3 }, byFilterValue: { tea: 3, cup: 4 } }));
  const match = address.replace(/.*collection=posts&?/, '');
  asked(match);
  return Promise.resolve(Response.json(counted[match] ?? { count: 1, more: false }));
});

afterEach(() => {
  cleanup();
  asked.mockClear();
});

const posts = {
  name: 'posts', lifecycle: 'publishing', translations: [], sortable: [], sortedSlowly: [], list: { primaryField: '', columns: [] }, filter: null,
  schema: { properties: { cover: { type: 'string' }, kind: { type: 'string' } } },
} as unknown as Collection;

const filtered = { ...posts, filter: { field: 'kind', values: ['tea', 'cup'] } } as Collection;

/** Waits until the tabs of a list say this. */
async function says(collection: Collection, search: ListSearch, expected: string[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <SpeechProvider language="en">
          <ListTabs collection={collection} search={search} narrow={() => undefined} />
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await vi.waitFor(() => expect(screen.getAllByRole('tab').map((each) => each.textContent)).toEqual(expected));
}

it('the tabs of the whole collection are told by its statistics alone', async () => {
  await says(posts, {}, ['All9', 'Draft6', 'Published3', 'Archived0']);
  expect(asked).not.toHaveBeenCalled();
});

it('under a condition they count what holds under it, in one request', async () => {
  await says(posts, { 'empty.cover': 'true' }, ['All12', 'Draft7', 'Published5', 'Archived0']);
  expect(asked.mock.calls).toEqual([['empty.cover=true&by=status']]);
});

it('where nothing is found each of them says so', async () => {
  await says(posts, { q: 'none' }, ['All0', 'Draft0', 'Published0', 'Archived0']);
});

it('they say nothing of what is too much to count', async () => {
  await says(filtered, { q: 'tea' }, ['All', 'Draft', 'Published', 'Archived', 'All3', 'Without Kind1', 'Tea2', 'Cup0']);
});

it('they count what a press on them would show beside a tab of the other kind', async () => {
  await says(filtered, { filter: 'tea' }, ['All3', 'Draft2', 'Published1', 'Archived0', 'All9', 'Without Kind2', 'Tea3', 'Cup4']);
  cleanup();
  await says(filtered, { status: 'draft' }, ['All9', 'Draft6', 'Published3', 'Archived0', 'All6', 'Without Kind4', 'Tea2', 'Cup0']);
});
