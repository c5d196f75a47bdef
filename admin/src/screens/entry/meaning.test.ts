import { expect, it } from 'vitest';

import type { Entry, EntryDetail } from '../../api/types.gen';
import { meaningOf } from './meaning';

const editors: EntryDetail['permissions'] = { edit: true, publish: true, unpublish: true, archive: true, delete: true };
const contributors = { edit: true, publish: false, unpublish: false, archive: false, delete: false };

it.each([
  ['draft', editors, 'entry.means.draft'],
  ['draft', contributors, 'entry.means.draftForEditors'],
  ['published', editors, 'entry.means.published'],
  ['published', { ...contributors, edit: false }, 'entry.means.publishedForDrafts'],
  ['archived', { ...contributors, edit: false }, 'entry.means.archived'],
] as const)('a %s entry: %j', (status, permissions, key) => {
  expect(meaningOf({ entry: { status } as Entry, permissions })).toBe(key);
});
