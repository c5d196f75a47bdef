import { expect, it } from 'vitest';

import type { EntryDetail, EntryVersion } from '../../api/types.gen';
import { changedSince, together, touchedAt } from './lag';

const hour = 3_600_000;
const line = (version: number, time: number, ...changed: string[]) => ({ version, time: time * hour, changed }) as unknown as EntryVersion;
const made = line(1, 0, 'title', 'body', 'date');

it.each<[string, EntryVersion[], number, [number, number] | undefined]>([
  ['a change of words since', [line(2, 3, 'body'), made], 2, [2, 1]],
  ['the last of several, against what it was then', [line(4, 9, 'title'), line(3, 8, 'body'), line(2, 1, 'body'), made], 2, [4, 2]],
  ['the one before what is no change of words', [line(3, 9, 'date'), line(2, 8, 'body'), made], 2, [2, 1]],
  ['nothing where it was changed before', [line(2, 3, 'body'), made], 4, undefined],
  ['nothing of what was published alone', [line(2, 3), made], 2, undefined],
  ['nothing of what is no word', [line(2, 3, 'date'), made], 2, undefined],
  ['nothing where nobody knows what was changed', [{ ...line(2, 3), changed: null }, made], 2, undefined],
  ['nothing of what was made later', [line(2, 4, 'body'), line(1, 3, 'title')], 2, undefined],
  ['against the oldest that is read, where it has more', [line(60, 9, 'body'), line(11, 8, 'body')], 2, [60, 11]],
])('a language that was last worked on at a moment is behind by %s', (_, lines, since, versions) => {
  const lag = changedSince(lines, ['title', 'body'], since * hour);
  expect(lag && [lag.version, lag.with]).toEqual(versions);
});

it('two that were worked on together are not behind', () => {
  const lines = (after: number) => [{ ...line(2, 2, 'body'), time: 2 * hour + after }, made];
  expect(changedSince(lines(together), ['body'], 2 * hour)).toBeUndefined();
  expect(changedSince(lines(together + 1), ['body'], 2 * hour)).toMatchObject({ at: 2 * hour + together + 1 });
});

it('who typed into a pending draft has worked on it, too', () => {
  const detail = (savedAt?: number) => ({ entry: { updatedAt: 5 }, ...(savedAt && { draft: { savedAt } }) }) as unknown as EntryDetail;
  expect([touchedAt(detail()), touchedAt(detail(9)), touchedAt(detail(3))]).toEqual([5, 9, 5]);
});
