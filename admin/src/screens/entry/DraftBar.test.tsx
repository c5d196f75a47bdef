// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

import { bootstrapQuery } from '../../api/session';
import type { Bootstrap, Collection, Draft, Entry, EntryDetail, ScheduledMove } from '../../api/types.gen';
import { SpeechProvider } from '../../i18n/text';
import { DraftBar } from './DraftBar';
import type { EntryEditor } from './editor';

configure({ asyncUtilTimeout: 5_000 });

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.unstubAllGlobals();
});

const entry = { id: '1', collection: 'posts', status: 'published', version: 1, data: { title: 'pot' } } as unknown as Entry;
const leo = { id: 'leo', name: 'leo@example.com' };
const draft = { counter: 2, base: 1, data: { title: 'kettle' }, baseData: entry.data, conflicts: [], savedAt: 1, savedBy: leo } as unknown as Draft;
const move = { id: 'm', direction: 'publish', at: Date.UTC(2026, 10, 30, 9), timeZone: 'UTC', failedAt: null, problem: null, collection: 'posts', parts: [{ collection: 'posts', id: '1', title: 'pot' }] } as unknown as ScheduledMove;

/** The bar of a draft that was to be published at a time, for somebody with a role, and what it asked the service for. */
async function opened(role: string, moves: readonly ScheduledMove[] = [move], dropped = true) {
  const asked: string[] = [];
  const back = vi.fn(() => Promise.resolve());
  const left = [...moves];
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: { method?: string } = {}) => {
    if (method !== 'GET') asked.push(`${method} ${path.replace(/\?.*/, '').replace('/admin/api/entries', '')}`);
    if (method === 'DELETE') left.pop();
    return Promise.resolve(Response.json({ items: path.includes('/moves') ? left : [] }));
  });
  const collection = { name: 'posts', lifecycle: 'publishing', readOnly: false, schema: { type: 'object', properties: { title: { type: 'string' } } }, translations: [], title: {}, list: { primaryField: 'title' } } as unknown as Collection;
  const discardDraft = () => {
    asked.push('discard');
    return Promise.resolve(dropped ? back : undefined);
  };
  const editor = { collection, value: draft.data, detail: { entry, collection, draft } as unknown as EntryDetail, discardDraft } as unknown as EntryEditor;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(bootstrapQuery.queryKey, { me: { userId: 'ada', role }, collections: [collection] } as unknown as Bootstrap);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <SpeechProvider language="en">
          <Notifications />
          <DraftBar editor={editor} draft={draft} entry={entry} />
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Discard draft' }));
  const question = await screen.findByRole('dialog');
  return { asked, back, user, question, discard: () => user.click(screen.getAllByRole('button', { name: 'Discard draft' }).at(-1) ?? question) };
}

it('a draft is nobody’s in particular, and its line says who saved it', async () => {
  await opened('editor', []);
  expect(screen.getByText('This draft is not published yet')).toBeTruthy();
  expect(screen.getByText(/leo@example.com saved the draft/)).toBeTruthy();
});

it('what is discarded comes back', async () => {
  const { asked, back, user, discard } = await opened('editor', []);
  await discard();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect([asked, back.mock.calls.length]).toEqual([['discard'], 1]);
});

it('a time at which it was to be published is named, and taken back once it is gone', async () => {
  const { asked, question, discard } = await opened('editor');
  await waitFor(() => expect(question.textContent).toMatch(/It was to be published .*2026.* That time is taken back, too\./));
  await discard();
  await screen.findByText('The draft of “kettle” is discarded, and its time is taken back');
  expect(asked).toEqual(['discard', 'DELETE /1/moves/publish']);
});

it('a draft that somebody went on with stays, and so does its time', async () => {
  const { asked, question, discard } = await opened('editor', undefined, false);
  await waitFor(() => expect(question.textContent).toMatch(/That time is taken back, too\./));
  await discard();
  await screen.findByRole('alert');
  expect(asked).toEqual(['discard']);
});

it('who may not take the time back hears what becomes of it', async () => {
  const { asked, question, discard } = await opened('contributor');
  await waitFor(() => expect(question.textContent).toMatch(/nothing of it is published until an editor sets a time again/));
  await discard();
  await screen.findByText('The draft of “kettle” is discarded');
  expect(asked).toEqual(['discard']);
});
