import { expect, it } from 'vitest';

import type { Collection } from '../../api/types.gen';
import { stepsOf, type Begun } from './steps';

const fresh: Begun = {
  role: 'owner', capabilities: { media: true, publicPages: true, invitations: true }, main: { name: 'posts' } as Collection, entries: 0, staff: 1, seen: false, connected: false,
};
const told = (more: Partial<Begun>) => stepsOf({ ...fresh, ...more }).map(({ id, done }) => (done ? `${id} done` : id));

it.each<[string, Partial<Begun>, string[]]>([
  ['nothing is there yet', {}, ['write', 'invite', 'see', 'connect']],
  ['an entry was written and somebody invited', { entries: 1, staff: 2 }, ['write done', 'invite done', 'see', 'connect']],
  ['a contributor invites nobody', { role: 'contributor' }, ['write', 'see', 'connect']],
  ['a role that begins nothing', { role: 'contributor', main: undefined }, ['see', 'connect']],
  ['a site without pages', { capabilities: { ...fresh.capabilities, publicPages: false } }, ['write', 'invite', 'connect']],
  ['a site that signs people in elsewhere', { capabilities: { ...fresh.capabilities, invitations: false } }, ['write', 'see', 'connect']],
  ['all is done', { entries: 3, staff: 2, seen: true, connected: true }, []],
])('%s', (_, more, steps) => {
  expect(told(more)).toEqual(steps);
});
