import { expect, it } from 'vitest';

import { KeySequence, spelling } from './shortcuts';

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
