import { expect, it } from 'vitest';

import type { EntryVersion } from '../../api/types.gen';
import { comparisonOf, draftName, readVersionsSearch, type Asked, type Side } from './sides';

const line = (version: number, kept = true): EntryVersion => ({
  version, kept, time: version, actor: null, credential: null, clientId: null, surface: 'admin', action: 'update', name: null, changed: null,
});
const lines = [line(5), line(4), line(3, false), line(2), line(1)];

it.each<[string, Asked, boolean, Side, Side, Side]>([
  ['the newest and what it changed', {}, false, 5, 4, 5],
  ['the draft and what it changes', {}, true, 'draft', 5, 'draft'],
  ['over what is no longer kept', { version: 4 }, false, 4, 2, 4],
  ['the first, of nothing', { version: 1 }, true, 1, 'nothing', 1],
  ['an old one and now', { version: 2, with: 5 }, false, 2, 2, 5],
  ['an old one and the draft', { version: 2, with: 'draft' }, true, 2, 2, 'draft'],
  ['a draft that is gone', { version: 'draft', with: 'draft' }, false, 5, 4, 5],
  ['none with itself', { version: 4, with: 4 }, false, 4, 2, 4],
  ['none that is to come', { version: 9, with: 8 }, false, 5, 4, 5],
])('%s', (_, asked, hasDraft, picked, older, newer) => {
  expect(comparisonOf(asked, 5, hasDraft, lines)).toMatchObject({ picked, older, newer });
});

it('a version whose neighbours are not listed yet has the one before it', () => {
  expect(comparisonOf({ version: 200 }, 900, false, lines.map((each) => ({ ...each, version: each.version + 890 })))).toMatchObject({ older: 199, newer: 200 });
});

it.each([
  [{ version: '3', with: 'draft' }, { version: 3, with: 'draft' }],
  [{ version: 0, with: -1 }, {}],
  [{ version: 'x', with: 2.5 }, {}],
  [{ version: '', other: 1 }, {}],
])('of %j the address keeps %j', (search, kept) => {
  expect(readVersionsSearch(search)).toEqual(kept);
});

it('a pending draft is called what it is: of a draft what was typed since its last save', () => {
  const name = (status: string) => draftName({ entry: { status } } as Parameters<typeof draftName>[0]);
  expect(['draft', 'published'].map(name)).toEqual(['versions.typed', 'versions.draft']);
});
