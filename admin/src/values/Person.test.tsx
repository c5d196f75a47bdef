// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { personQuery } from '../api/names';
import { bootstrapQuery } from '../api/session';
import type { Bootstrap } from '../api/types.gen';
import { SpeechProvider } from '../i18n/text';
import { Person } from './Person';

afterEach(cleanup);

it.each([
  ['contributor', 'A colleague'],
  ['editor', 'A former user'],
])('to a reader who is %s, whom the service does not name is %s', async (role, called) => {
  const client = new QueryClient();
  client.setQueryData(bootstrapQuery.queryKey, { me: { role } } as unknown as Bootstrap);
  client.setQueryData(personQuery('mei').queryKey, null);
  render(
    <QueryClientProvider client={client}>
      <SpeechProvider language="en">
        <Person id="mei" />
      </SpeechProvider>
    </QueryClientProvider>,
  );
  expect((await screen.findByTitle('mei')).textContent).toBe(called);
});
