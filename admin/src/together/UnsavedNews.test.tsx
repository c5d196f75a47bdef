// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanNotifications, Notifications } from '@mantine/notifications';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { SpeechProvider } from '../i18n/text';
import { PresenceStore } from './store';
import { UnsavedNews } from './UnsavedNews';

vi.mock('../api/session', () => ({ useCollection: () => ({ fields: [], properties: {}, schema: { properties: { body: { title: 'Body' } } } }) }));
vi.mock('../values/schema', () => ({ fieldTitle: (_: unknown, __: unknown, field: string) => `<${field}>` }));
afterEach(() => {
  cleanNotifications();
  cleanup();
});

it('who has changes that wait for their choice is told of once, until they have chosen', async () => {
  const store = new PresenceStore();
  render(
    <MantineProvider env="test">
      <SpeechProvider language="en">
        <Notifications />
        <UnsavedNews store={store} collection="posts" />
      </SpeechProvider>
    </MantineProvider>,
  );
  const olga = { id: 'o', name: 'Olga', field: '/body', block: '', typing: false, unsaved: { field: '/body', block: '0001aaaabbbbcccc' } };
  const told = () => screen.queryAllByText('Olga has changes in <body> that are not saved yet.').length;
  act(() => store.set({ people: [{ ...olga, unsaved: null }], more: 0 }));
  expect(told()).toBe(0);
  act(() => store.set({ people: [olga], more: 0 }));
  act(() => store.set({ people: [{ ...olga, typing: true }], more: 0 }));
  await vi.waitFor(() => expect(told()).toBe(1));
  act(() => store.set({ people: [{ ...olga, unsaved: null }], more: 0 }));
  await vi.waitFor(() => expect(told()).toBe(0));
});
