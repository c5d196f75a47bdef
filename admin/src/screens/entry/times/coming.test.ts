import { expect, it } from 'vitest';

import type { Release, ScheduledMove } from '../../../api/types.gen';
import { comingOf, nextOf, nextPublish, publishesOf } from './coming';

const entry = (id: string) => ({ collection: 'posts', id });
const move = (direction: string, at: number, ids: string[], failedAt: number | null = null) =>
  ({ direction, at, failedAt, timeZone: 'UTC', parts: ids.map((id) => ({ ...entry(id), title: id })) }) as unknown as ScheduledMove;
const release = (id: string, state: string, at: number | null) => ({ id, state, at, timeZone: 'Asia/Taipei' }) as unknown as Release;
const said = (coming: ReturnType<typeof comingOf>) => coming.map(({ does, at, parts }) => [does, at, parts.map(({ id }) => id)]);

it('the soonest comes first', () => {
  expect(said(comingOf([move('unpublish', 9, ['a']), move('publish', 5, ['a', 'en'])], []))).toEqual([['publish', 5, ['a', 'en']], ['unpublish', 9, ['a']]]);
});

it('what was refused does not come', () => {
  expect(comingOf([move('publish', 5, ['a'], 6)], [])).toEqual([]);
});

it('a release that has a time publishes its entries as one', () => {
  const spring = release('spring', 'scheduled', 7);
  const waits = [{ entry: entry('a'), releases: [spring, release('open', 'open', null), release('failed', 'failed', 3)] }, { entry: entry('en'), releases: [spring] }];
  expect(said(comingOf([move('unpublish', 9, ['a'])], waits))).toEqual([['publish', 7, ['a', 'en']], ['unpublish', 9, ['a']]]);
});

it('of an entry the next is told, and of all of it the next publish', () => {
  const coming = comingOf([move('unpublish', 3, ['en']), move('publish', 5, ['a', 'zh'])], []);
  expect([nextOf(coming, entry('en'))?.does, nextOf(coming, entry('zh'))?.does, nextOf(coming, entry('de')), nextOf(coming, undefined)]).toEqual(['unpublish', 'publish', undefined, undefined]);
  expect(nextPublish(coming)?.at).toBe(5);
});

it('what was published by hand ends its own times, and no others', () => {
  const moves = [move('publish', 5, ['a', 'en', 'zh']), move('unpublish', 9, ['a', 'fr']), move('publish', 3, ['de'], 4)];
  expect(publishesOf(moves, ['a', 'en', 'de', 'fr'].map(entry))).toEqual(['a', 'en', 'de'].map(entry));
});
