// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import { bootstrapQuery } from '../api/session';
import type { Bootstrap } from '../api/types.gen';
import { Form } from '../forms/Form';
import { SpeechProvider } from '../i18n/text';
import { LookContext } from './look';

afterEach(cleanup);

// happy-dom tells of a new selection at once, in the middle of what an editor does, which CodeMirror refuses; browsers tell later.
const dispatch = document.dispatchEvent.bind(document);
document.dispatchEvent = (event) => event.type === 'selectionchange' || dispatch(event);

const client = new QueryClient();
client.setQueryData(bootstrapQuery.queryKey, { me: { role: 'editor' }, site: { locales: [], players: [], capabilities: { media: false } }, collections: [] } as unknown as Bootstrap);

const text = { type: 'string', 'x-mcp-hint': 'markdown' };
const schema = { type: 'object', properties: { body: text, about: { type: 'object', properties: { notes: text } } } };

/** A page with a form, or with something else in its place. */
function Page({ form, change }: { form: boolean; change: (value: Record<string, unknown>) => void }) {
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <SpeechProvider language="en">{form && <Form schema={schema} uiSchema={null} value={{ body: 'pot', about: { notes: 'tin' }, other: 1 }} change={change} />}</SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

it('what was typed into the texts of a form that goes away is told while it goes', async () => {
  const change = vi.fn<(value: Record<string, unknown>) => void>();
  const { rerender } = render(<Page form change={change} />);
  const editors = await vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement & { editor?: Editor }>('[role=textbox]')].flatMap(({ editor }) => editor ?? []);
    expect(found).toHaveLength(2);
    return found;
  }, 20_000);
  const type = (words: string) => editors.forEach(({ state, view }) => view.dispatch(state.tr.insertText(words, 1)));
  type('a');
  change.mockClear();
  type('b');
  expect(change).not.toHaveBeenCalled();
  rerender(<Page form={false} change={change} />);
  expect(change).toHaveBeenLastCalledWith({ body: 'bapot', about: { notes: 'batin' }, other: 1 });
});

/** A text alone on its page, which can be seen without the rest. */
function Alone() {
  const [on, turn] = useState(false);
  return (
    <LookContext value={{ look: 'page', focus: { on, toggle: () => turn(!on) } }}>
      <Page form change={vi.fn()} />
    </LookContext>
  );
}

it('who changes how a text is seen goes on writing in it', async () => {
  render(<Alone />);
  const view = within(await screen.findByRole('group', { name: 'View of Body' }, { timeout: 20_000 }));
  const press = async (name: string) => {
    const button = view.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Body' })), 10_000);
  };
  await vi.waitFor(() => screen.getByRole('textbox', { name: 'Body' }), 10_000);
  await press('Focus');
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Body' }), { key: 'Escape' });
  await view.findByRole('button', { name: 'Focus' });
  await press('Focus');
  await press('Leave focus');
  await press('Markdown');
  await press('Markdown');
  fireEvent.click(view.getByRole('button', { name: 'Find' }));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find what' })));
  await press('Find');
});
