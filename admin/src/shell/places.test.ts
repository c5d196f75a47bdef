import { expect, it } from 'vitest';

import { toldApart } from './places';

const longer = (name: string) => `Site: ${name}`;

it.each([
  ['Members', ['Posts', 'Members'], 'Site: Members'],
  ['Members', ['members'], 'Site: Members'],
  ['Members', ['Posts', 'Membership'], 'Members'],
  ['Media', [], 'Media'],
])('the name of the place %s beside %j', (name, taken, want) => {
  expect(toldApart(name, taken, longer)).toBe(want);
});
