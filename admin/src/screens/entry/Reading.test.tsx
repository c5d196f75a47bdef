// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { bootstrapQuery } from '../../api/session';
import type { Bootstrap, Collection } from '../../api/types.gen';
import { SpeechProvider } from '../../i18n/text';
import { Reading } from './Reading';

configure({ asyncUtilTimeout: 5_000 });

afterEach(cleanup);

const properties = {
  name: { type: 'string' }, price: { type: 'integer', 'x-mcp-hint': 'money-minor' }, at: { type: 'integer', 'x-mcp-hint': 'timestamp-ms' },
  guests: { type: 'array', items: { type: 'object', properties: { age: { type: 'integer' } } } }, address: { type: 'object' }, note: { type: 'string' },
};
const collection = { name: 'orders', lifecycle: 'operational', readOnly: true, schema: { type: 'object', properties }, translations: [] } as unknown as Collection;

it('what an entry has is read, and what it has not is named', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(bootstrapQuery.queryKey, { me: { userId: 'ada', role: 'editor' }, collections: [collection] } as unknown as Bootstrap);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <SpeechProvider language="en">
          <Reading collection={collection} value={{ name: 'Ada', price: 1250, currency: 'EUR', at: Date.UTC(2026, 10, 30, 9), guests: [{ age: 67 }], note: '' }} />
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText('Not given: Address and Note')).toBeTruthy();
  const of = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
  expect([of('Name'), of('Price')]).toEqual(['Ada', '€12.50']);
  expect(of('At')).toMatch(/Nov 30, 2026/);
  expect(screen.getByRole('cell', { name: '67' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});
