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
  'empty.cover=true': { count: 100_000, more: true },
  'status=draft&empty.cover=true': { count: 7, more: false },
  'status=published&empty.cover=true': { count: 5, more: false },
  'status=archived&empty.cover=true': { count: 0, more: false },
  'status=draft&filter.kind=tea': { count: 2, more: false },
  'status=published&filter.kind=tea': { count: 1, more: false },
  'status=archived&filter.kind=tea': { count: 0, more: false },
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

it('under a condition they count what holds under it, and say nothing of what is too many', async () => {
  await says(posts, { 'empty.cover': 'true' }, ['All', 'Draft7', 'Published5', 'Archived0']);
});

it('they count what a press on them would show beside a tab of the other kind', async () => {
  const filtered = { ...posts, filter: { field: 'kind', values: ['tea', 'cup'] } } as Collection;
  await says(filtered, { filter: 'tea' }, ['All3', 'Draft2', 'Published1', 'Archived0', 'All9', 'Without Kind2', 'Tea3', 'Cup4']);
});
