// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import type { Collection } from '../../api/types.gen';
import { SpeechProvider } from '../../i18n/text';
import type { Condition } from '../../lists/conditions';
import { ConditionForm } from './ConditionForm';

const asked = vi.fn();
vi.stubGlobal('fetch', (address: string) => {
  asked(address);
  return Promise.resolve(Response.json({ values: [{ value: 'oolong', entries: 3 }, { value: 'Old leaves', entries: 1 }] }));
});
Element.prototype.scrollIntoView = () => undefined;

afterEach(cleanup);

const posts = {
  name: 'posts', translations: [], sortable: [], list: { columns: [] },
  schema: { properties: { tags: { type: 'array', items: { type: 'string' } }, slug: { type: 'string' } } },
} as unknown as Collection;

/** Opens the form for a condition that holds; answers the box of its value. */
function open(held: Condition, add: (next: Condition) => void) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(['bootstrap'], { site: { locales: ['en'] } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <SpeechProvider language="en">
          <ConditionForm collection={posts} held={held} add={add} />
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.findByDisplayValue(held.value);
}

it('the words that entries have are suggested for what a list contains', async () => {
  const add = vi.fn();
  const box = await open({ field: 'tags', test: 'contains', value: 'x' }, add);
  fireEvent.focus(box);
  fireEvent.change(box, { target: { value: 'ol' } });
  await vi.waitFor(() => expect(asked).toHaveBeenLastCalledWith('/admin/api/collections/posts/values?field=tags&search=ol'));
  fireEvent.click(await screen.findByRole('option', { name: 'Old leaves' }));
  fireEvent.click(screen.getByRole('button', { name: 'Change the condition' }));
  expect(add).toHaveBeenLastCalledWith({ field: 'tags', test: 'contains', value: 'Old leaves' });
});

it('nothing is suggested for a text', async () => {
  asked.mockClear();
  const box = await open({ field: 'slug', test: 'contains', value: 'x' }, () => undefined);
  fireEvent.change(box, { target: { value: 'ol' } });
  await new Promise((done) => setTimeout(done, 300));
  expect(asked).not.toHaveBeenCalled();
});
