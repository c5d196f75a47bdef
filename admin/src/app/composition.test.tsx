// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';

import { keepCompositions } from './composition';

beforeAll(() => keepCompositions());
afterEach(cleanup);

/** What hears a key that is pressed in a field: React, and who listens on the page. */
function pressed(key: string, more: object, editable = false): number {
  const hear = vi.fn();
  render(
    <MantineProvider env="test">
      {editable ? <div contentEditable role="textbox" onKeyDown={hear} /> : <TextInput aria-label="Title" onKeyDown={hear} />}
    </MantineProvider>,
  );
  window.addEventListener('keydown', hear);
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  for (const [name, value] of Object.entries(more)) Object.defineProperty(event, name, { value });
  screen.getByRole('textbox').dispatchEvent(event);
  window.removeEventListener('keydown', hear);
  return hear.mock.calls.length;
}

it.each(['Enter', 'Escape', 'Tab'])('%s that ends a composition does nothing else', (key) => {
  expect(pressed(key, { keyCode: 229 })).toBe(0);
});

it.each([
  ['Enter by itself', 'Enter', { keyCode: 13 }],
  ['Enter while something is composed, which others ask for themselves', 'Enter', { keyCode: 229, isComposing: true }],
  ['a letter', 'Process', { keyCode: 229 }],
])('%s is heard', (_, key, more) => {
  expect(pressed(key, more)).toBe(2);
});

it('the editor of texts hears every key', () => {
  expect(pressed('Enter', { keyCode: 229 }, true)).toBe(2);
});
