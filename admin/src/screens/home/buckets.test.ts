import { describe, expect, it } from 'vitest';

import type { Statistics } from '../../api/types.gen';
import { barsOf, isChart, made, momentsOf, most } from './buckets';

const statistics = (...counts: number[]): Statistics => ({
  total: 100, byStatus: {}, byFilterValue: {}, from: 0, to: counts.length, bucketMs: 1,
  buckets: counts.map((count, start) => ({ start, count })),
});

it('counts what was made, which is not all there is', () => {
  expect([made(statistics(1, 0, 4)), most(statistics(1, 0, 4))]).toEqual([5, 4]);
  expect([made(statistics()), most(statistics())]).toEqual([0, 0]);
});

describe('bars', () => {
  it.each([
    [[1, 2], [50, 100]],
    [[0, 0], [0, 0]],
    [[1, 1000], [4, 100]], // a little can be seen
    [[], []],
  ])('%j are %j per cent high', (counts, heights) => {
    expect(barsOf(counts).map(({ height }) => height)).toEqual(heights);
  });

  it('stay within the chart, and apart', () => {
    const bars = barsOf(Array.from({ length: 60 }, () => 1));
    bars.forEach(({ x, width }, i) => {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThan(bars[i + 1]?.x ?? 100);
    });
  });
});

it.each([
  [60_000, '13:05'],
  [3_600_000, '13:05'],
  [6 * 3_600_000, 'Jan 2, 13:05'],
  [24 * 3_600_000, 'Jan 2'],
])('a bucket of %d ms begins at %s', (width, text) => {
  expect(momentsOf('en', width, 'UTC').format(Date.UTC(2026, 0, 2, 13, 5))).toBe(text);
});

it('one bar is no chart', () => {
  const of = (...counts: number[]) => isChart({ buckets: counts.map((count, start) => ({ start, count })) } as Statistics);
  expect([of(), of(0, 0), of(0, 24), of(1, 0, 2)]).toEqual([false, false, false, true]);
});
