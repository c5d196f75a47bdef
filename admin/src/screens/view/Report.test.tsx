// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { failureOf } from '../../api/failure';
import { bootstrapQuery } from '../../api/session';
import type { Bootstrap, View } from '../../api/types.gen';
import { SpeechProvider } from '../../i18n/text';
import { Report } from './Report';

vi.mock('../../api/client', async (original) => ({
  ...(await original<object>()),
  api: { get: () => Promise.reject(failureOf(500, { diagnostic: { code: 'INTERNAL', message: 'The service failed.', path: '', requestId: 'r-7' } })) },
}));
vi.mock('./ReportParams', () => ({ ReportParams: () => <form aria-label="params" /> }));
vi.mock('../../ui/links', () => ({ LinkAnchor: ({ children }: { children: string }) => <a href="/dev">{children}</a> }));

afterEach(cleanup);

const view = { name: 'sales', title: 'Sales', collection: null, fields: null, rows: null, list: null, params: { properties: { from: { type: 'string' } } } } as unknown as View;

it.each([
  ['an owner is led to it', 'owner', 1],
  ['nobody else learns more', 'editor', 0],
])('where its statement fails, a report keeps its form, and %s', async (_, role, links) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(bootstrapQuery.queryKey, { me: { role }, collections: [], operations: [] } as unknown as Bootstrap);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <SpeechProvider language="en">
          <Report view={view} search={{ from: 'x' }} change={() => {}} turn={() => {}} />
        </SpeechProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('The report failed');
  screen.getByRole('form', { name: 'params' });
  screen.getByText(/r-7/);
  expect(screen.queryAllByRole('link', { name: 'Open the statement in Developer' })).toHaveLength(links);
});
