// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';

import { HeldKeys } from './heldKeys';

const keys = new HeldKeys(window);
const press = (key: string, more: KeyboardEventInit = {}) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
const page = vi.fn();

document.addEventListener('keydown', page);
afterEach(() => {
  keys.release();
  page.mockClear();
});

it('what is typed while it waits is kept, and the page does not hear of it', () => {
  keys.hold();
  for (const key of ['w', 'a', 'x', 'Backspace', 't', 'Shift', 'E', 'Enter']) press(key);
  expect(page).not.toHaveBeenCalled();
  expect(keys.release()).toBe('watE');
});

it('the page hears of keys again afterwards', () => {
  keys.hold();
  keys.release();
  press('n');
  expect(page).toHaveBeenCalledOnce();
  expect(keys.release()).toBe('');
});

it('the keys of the browser stay its own', () => {
  keys.hold();
  expect(press('r', { ctrlKey: true })).toBe(true);
  expect(keys.release()).toBe('');
});

it.each([
  ['Escape', () => press('Escape')],
  ['the pointer', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
])('%s gives up', (_, giveUp) => {
  keys.hold();
  press('w');
  giveUp();
  press('n');
  expect(page).toHaveBeenCalledOnce();
  expect(keys.release()).toBe('');
});
