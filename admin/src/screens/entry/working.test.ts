import { expect, it } from 'vitest';

import type { EntryDetail, SavedDraft } from '../../api/types.gen';
import { besides, workingOf } from './working';

const detail = (status: string) => ({ entry: { status, version: 3, data: { title: 'Tea' } }, draft: { counter: 2, base: 3, data: { title: 'Oolong' } } }) as unknown as EntryDetail;

it.each(['draft', 'published'])('who works on what is %s works on its pending draft', (status) => {
  expect(workingOf(detail(status))).toMatchObject({ data: { title: 'Oolong' }, draft: { counter: 2, base: 3 } });
});

it('who works on what is archived works on it: its draft waits', () => {
  const working = workingOf(detail('archived'));
  expect([working.data, working.draft]).toEqual([{ title: 'Tea' }, undefined]);
});

it.each([
  ['published', true, { hasDraft: true, publish: true, counter: 5 }],
  ['published', false, { hasDraft: false, publish: false, counter: undefined }],
  ['draft', false, { hasDraft: false, publish: true, counter: undefined }],
])('of what is %s, with a draft left %s, nothing else is known than that', (status, left, want) => {
  const known = { ...detail(status), hasDraft: true, permissions: { publish: true, unpublish: true } } as unknown as EntryDetail;
  const now = besides(known, { entry: known.entry, draft: left ? { ...known.draft, counter: 5 } : null } as SavedDraft);
  expect({ hasDraft: now.hasDraft, publish: now.permissions.publish, counter: now.draft?.counter }).toEqual(want);
});
