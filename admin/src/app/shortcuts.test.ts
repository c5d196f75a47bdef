// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { KeySequence, listenForShortcuts, spelling, useOwnKeys, useShortcut, useShortcuts, type Shortcut } from './shortcuts';

const known = ['?', 'g h', 'g o', 'j', 'mod+k'];

it.each([
  ['one key', [['j', 0]], ['j']],
  ['a sequence', [['g', 0], ['h', 300]], [undefined, 'g h']],
  ['a sequence that took too long', [['g', 0], ['h', 1500]], [undefined, undefined]],
  ['a key of its own after the first of a sequence', [['g', 0], ['j', 100]], [undefined, 'j']],
  ['a sequence that is begun twice', [['g', 0], ['g', 100], ['o', 200]], [undefined, undefined, 'g o']],
  ['a complete one begins nothing', [['g', 0], ['h', 100], ['h', 200]], [undefined, 'g h', undefined]],
] as const)('%s', (_, presses, completed) => {
  const sequence = new KeySequence();
  expect(presses.map(([key, at]) => sequence.press(key, known, at + 5000))).toEqual(completed);
});

it.each([
  [{ key: 'K', metaKey: true }, 'mod+k'],
  [{ key: 'k', ctrlKey: true }, 'mod+k'],
  [{ key: '?' }, '?'],
  [{ key: 'ArrowDown' }, 'arrowdown'],
])('%j is %s', (event, keys) => {
  expect(spelling({ metaKey: false, ctrlKey: false, altKey: false, ...event })).toBe(keys);
});

listenForShortcuts();
afterEach(() => document.body.replaceChildren());

it.each([
  ['', ['u', 'mod+s']],
  ['<div role="dialog" aria-modal="true">', ['mod+s']],
  ['<div data-focused="true">', ['mod+s']],
  ['<input>', ['mod+s']],
])('a letter alone is a key of the page, unless something is open above it or is typed into: %s', (above, heard) => {
  const run = vi.fn<(keys: string) => void>();
  const { unmount } = renderHook(() => ['u', 'mod+s'].forEach((keys) => useShortcut({ keys, label: 'action.save', group: 'entry' }, () => run(keys))));
  document.body.innerHTML = above;
  const target = document.querySelector('input') ?? document.body;
  for (const init of [{ key: 'u' }, { key: 's', ctrlKey: true }]) target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  expect(run.mock.calls.flat()).toEqual(heard);
  unmount();
});

it('the keys of a text are told as long as one is there, and left to it', () => {
  const keys: readonly Shortcut[] = [{ keys: 'mod+f', label: 'prose.find', group: 'writing' }];
  const told = renderHook(() => useShortcuts());
  const texts = [renderHook(() => useOwnKeys(keys)), renderHook(() => useOwnKeys(keys))];
  const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  texts[0]?.unmount();
  expect(told.result.current.map(({ label }) => label)).toEqual(['prose.find']);
  texts[1]?.unmount();
  expect(told.result.current).toEqual([]);
});
