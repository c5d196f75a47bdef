import { expect, it } from 'vitest';

import type { PublishedEntry, ScheduledMove } from '../../api/types.gen';
import { dayOf } from '../../months/month';
import { happeningsOf, waitingFirst } from './happening';

it('what happens is on its day, in order', () => {
  const noon = new Date(2026, 10, 12, 12).getTime();
  const move = (at: number, failedAt: number | null = null): ScheduledMove => ({
    id: String(at), parts: [], collection: 'posts', entry: String(at), direction: 'publish', at, timeZone: 'UTC', setAt: 0, failedAt, problem: null, told: false, title: '', actor: null,
  });
  const made: PublishedEntry = { direction: 'publish', parts: [], collection: 'posts', entry: 'made', title: '', at: noon - 60_000, surface: 'admin', actor: null, version: 1 };
  const days = happeningsOf({ scheduled: [move(noon + 1, noon), move(noon), move(noon + 86_400_000)], published: [made] });
  expect(days.get(dayOf(noon))?.map(({ kind }) => kind)).toEqual(['made', 'set', 'failed']);
  expect(days.size).toBe(2);
  expect(waitingFirst(days.get(dayOf(noon)) ?? []).map(({ kind }) => kind)).toEqual(['set', 'failed', 'made']);
});

