import { expect, it } from 'vitest';

import type { EntryDetail } from '../../api/types.gen';
import { workingOf } from './working';

const detail = (status: string) => ({ entry: { status, version: 3, data: { title: 'Tea' } }, draft: { counter: 2, base: 3, data: { title: 'Oolong' } } }) as unknown as EntryDetail;

it.each(['draft', 'published'])('who works on what is %s works on its pending draft', (status) => {
  expect(workingOf(detail(status))).toMatchObject({ data: { title: 'Oolong' }, draft: { counter: 2, base: 3 } });
});

it('who works on what is archived works on it: its draft waits', () => {
  const working = workingOf(detail('archived'));
  expect([working.data, working.draft]).toEqual([{ title: 'Tea' }, undefined]);
});
