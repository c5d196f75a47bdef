// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { SpeechProvider } from '../i18n/text';
import { Composer } from './Composer';

const done = vi.fn();
Object.defineProperty(document, 'fonts', { value: new EventTarget() }); // a textarea that grows listens to them

afterEach(() => {
  cleanup();
  done.mockClear();
});

/** A composer whose comment was just sent, and how its answer comes. */
async function sent(start?: string) {
  let way: Record<'resolve' | 'reject', (why: Error) => void> | undefined;
  const send = vi.fn(() => new Promise<unknown>((resolve, reject) => (way = { resolve, reject })));
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SpeechProvider language="en">
          <Composer label="New comment" action="Send" send={send} done={done} {...(start === undefined ? {} : { start: { text: start, picks: [] } })} />
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const field = await screen.findByLabelText<HTMLTextAreaElement>('New comment');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('First');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(send).toHaveBeenCalledWith('First');
  const settle = (how: 'resolve' | 'reject') => act(() => Promise.resolve(way?.[how](new Error())));
  return { field, type, answer: () => settle('resolve'), refuse: () => settle('reject') };
}

it('a comment that is sent is over', async () => {
  const { field, answer } = await sent();
  await answer();
  expect(field.value).toBe('');
  expect(done).toHaveBeenCalledOnce();
});

it('what is typed while a comment is on its way stays when its answer comes', async () => {
  const { field, type, answer } = await sent();
  type('Second');
  await answer();
  expect(field.value).toBe('Second');
  expect(done).not.toHaveBeenCalled();
});

it('a comment that is refused comes back, before what was typed since', async () => {
  const { field, type, refuse } = await sent();
  expect(field.value).toBe('');
  type('Second');
  await refuse();
  expect(field.value).toBe('First\nSecond');
});

it.each([
  ['First', 1],
  ['First, and more', 0],
])('a comment that is changed stays until it is saved: %s', async (value, over) => {
  const { field, type, answer } = await sent('Before');
  expect(field.value).toBe('First');
  type(value);
  await answer();
  expect(field.value).toBe(value);
  expect(done).toHaveBeenCalledTimes(over);
});
