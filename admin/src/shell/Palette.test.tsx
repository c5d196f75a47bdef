// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import type { Collection } from '../api/types.gen';
import { SpeechProvider } from '../i18n/text';
import { Palette } from './Palette';

const went = vi.fn();
const asked = vi.fn();
const answers: Record<string, unknown> = {
  '/admin/api/home': { recent: [] },
  '/admin/api/releases': { items: [{ id: 'r', name: 'Autumn campaign', state: 'open', at: null, createdAt: 0 }] },
  '/admin/api/lists': { lists: [{ id: 'l', name: 'Unread harvest', collection: 'posts', search: { status: 'draft', unknown: 'x' }, createdAt: 0 }, { id: 'g', name: 'Unread harvest of old', collection: 'gone', search: {}, createdAt: 0 }] },
};

vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => went, useParams: () => ({}) }));
vi.stubGlobal('fetch', (address: string) => {
  const path = address.replace(/\?.*/, '');
  asked(path);
  return Promise.resolve(Response.json(answers[path]));
});
Element.prototype.scrollIntoView = () => undefined; // Spotlight scrolls to what it chooses

afterEach(() => {
  cleanup();
  asked.mockClear();
});

const collection = (name: string, title: string, more: object = {}) =>
  ({ name, title, translations: [], translates: null, parent: null, searchable: [], media: [], readOnly: true, lifecycle: 'publishing', schema: {}, ...more }) as unknown as Collection;

const collections = [collection('posts', 'Posts', { translations: [collection('post-texts', 'Post texts', { translates: { parent: 'posts' } })] }), collection('pages', 'Pages')];

/** Opens the palette for a contributor; answers how to type into it. */
async function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(['bootstrap'], { me: { userId: 'u', role: 'contributor' }, collections, views: [], operations: [] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <SpeechProvider language="en">
          <Palette asked={1} ready={() => ''} openHelp={() => undefined} />
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const box = await screen.findByRole('textbox', { name: 'Command palette' });
  return (value: string) => fireEvent.change(box, { target: { value } });
}

it('what staff have named is asked for once somebody types', async () => {
  const type = await open();
  expect(asked.mock.calls.flat()).toEqual(['/admin/api/home']);
  type('a');
  await screen.findByText('Autumn campaign');
  expect(asked.mock.calls.flat().slice(1)).toEqual(['/admin/api/releases', '/admin/api/lists']);
});

it.each([
  ['a release', 'autmn campaign', 'Autumn campaign', 'Not scheduled', { to: '/releases/$id', params: { id: 'r' } }],
  ['a saved list', 'unread havrest', 'Unread harvest', 'Posts', { to: '/c/$collection', params: { collection: 'posts' }, search: { status: 'draft', list: 'l' } }],
])('%s is found by its name, chosen, and opened', async (_, term, name, said, page) => {
  const type = await open();
  type(term);
  const chosen = (await screen.findByText(name)).closest('[data-action]');
  expect([chosen?.hasAttribute('data-selected'), chosen?.textContent]).toEqual([true, name + said]);
  if (chosen) fireEvent.click(chosen);
  expect(went).toHaveBeenLastCalledWith(page);
});
