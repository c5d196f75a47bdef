// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import type { SavedList } from '../api/types.gen';
import { SpeechProvider } from '../i18n/text';
import { SavedPlaces } from './SavedPlaces';

afterEach(cleanup);

const list = (id: string) => ({ id, name: `List ${id}`, collection: 'posts', search: { status: 'draft' } }) as unknown as SavedList;
const lists = ['a', 'b', 'c', 'd', 'e', 'f'].map(list);

/** The saved lists as the sidebar has them below their collection. */
async function show(some: SavedList[], open?: string) {
  const root = createRootRoute({
    component: () => (
      <MantineProvider env="test">
        <SpeechProvider language="en">
          <SavedPlaces lists={some} open={open} of="Posts" />
        </SpeechProvider>
      </MantineProvider>
    ),
  });
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/c/$collection' })]);
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/c/posts?list=a'] }) }) as never} />);
  await screen.findByRole('list', { name: 'Saved lists of Posts' });
}

const names = () => screen.getAllByRole('link').map((each) => each.textContent);

it('a few are shown with the one that is open, and all where somebody asks', async () => {
  await show(lists, 'f');
  expect(names()).toEqual(['List a', 'List b', 'List c', 'List d', 'List f']);
  fireEvent.click(screen.getByRole('button', { name: '1 more' }));
  expect(names()).toHaveLength(6);
  fireEvent.click(screen.getByRole('button', { name: 'Fewer' }));
  expect(names()).toHaveLength(5);
});

it('few are never folded', async () => {
  await show(lists.slice(0, 4));
  expect(names()).toHaveLength(4);
  expect(screen.queryByRole('button')).toBeNull();
});

it('only the one that is open is current, and each leads to its address', async () => {
  await show(lists.slice(0, 2), 'b');
  const [first, second] = screen.getAllByRole('link');
  expect([first, second].map((each) => each?.getAttribute('aria-current'))).toEqual([null, 'page']);
  expect(first?.getAttribute('href')).toBe('/c/posts?status=draft&list=a');
});
