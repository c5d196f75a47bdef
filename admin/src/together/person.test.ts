import { expect, it } from 'vitest';

import { initialsOf, toneOf, tones } from './person';

it.each([
  ['Eva Lind', 'EL'], ['eva@tea.example', 'EV'], ['eva.lind@tea.example', 'EL'], ['王小明', '小明'], ['  ', '?'], ['', '?'], ['👩‍🌾 Farm', '👩F'],
])('%s is %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

it('a person has one of the tones, always the same', () => {
  const found = new Set(Array.from({ length: 50 }, (_, i) => toneOf({ id: `user-${i}` })));
  expect(Math.max(...found)).toBeLessThan(tones);
  expect(found.size).toBeGreaterThan(3);
  expect(toneOf({ id: 'a' })).toBe(toneOf({ id: 'a' }));
});
