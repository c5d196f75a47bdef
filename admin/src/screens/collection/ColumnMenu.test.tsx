// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import type { Collection } from '../../api/types.gen';
import { SpeechProvider } from '../../i18n/text';
import type { ListSearch } from '../../lists/search';
import { ColumnMenu } from './ColumnMenu';

afterEach(cleanup);

const orders = {
  name: 'orders', lifecycle: 'operational', translations: [], sortable: [], sortedSlowly: [], media: [], list: { primaryField: 'name', columns: ['note'] }, filter: null,
  schema: { properties: { name: { type: 'string' }, note: { type: 'string' } } },
} as unknown as Collection;

it.each<[string, ListSearch, string | undefined]>([
  ['a collection forgets what was chosen', { columns: 'createdAt' }, undefined],
  ['a saved list names the usual ones', { columns: 'createdAt', list: 'x' }, 'data.note,updatedAt'],
])('%s where the usual columns are asked for', async (_, search, columns) => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(['bootstrap'], { collections: [orders], site: { locales: ['en'] } });
  const narrow = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <SpeechProvider language="en">
          <ColumnMenu collection={orders} search={search} narrow={narrow} />
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Columns' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Usual columns' }));
  expect(narrow).toHaveBeenLastCalledWith({ columns });
});
