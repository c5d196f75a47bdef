import type { Statistics } from '../../api/types.gen';

/** How many entries were made in all the buckets. */
export function made({ buckets }: Statistics): number {
  return buckets.reduce((sum, { count }) => sum + count, 0);
}

/** The most in one bucket. */
export function most({ buckets }: Statistics): number {
  return Math.max(0, ...buckets.map(({ count }) => count));
}

/** Whether there is something to compare: one bar alone says no more than its number. */
export const isChart = ({ buckets }: Statistics): boolean => buckets.filter(({ count }) => count > 0).length > 1;

const day = 24 * 3_600_000;

/** How buckets of a width are named: by their day, by their time, or by both. */
export function momentsOf(language: string, bucketMs: number, zone?: string): Intl.DateTimeFormat {
  const time = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
  const date = { month: 'short', day: 'numeric' } as const;
  const shown = bucketMs >= day ? date : bucketMs > 3_600_000 ? { ...date, ...time } : time;
  return new Intl.DateTimeFormat(language, { ...shown, ...(zone ? { timeZone: zone } : {}) });
}

/** A bar in per cent of the chart: one that is not nothing can be seen. */
export interface Bar {
  x: number;
  width: number;
  height: number;
}

/** The bars of counts, with a fifth of the space between them. */
export function barsOf(counts: readonly number[]): Bar[] {
  const highest = Math.max(1, ...counts);
  const step = 100 / Math.max(1, counts.length);
  return counts.map((count, i) => ({
    x: (i + 0.1) * step,
    width: 0.8 * step,
    height: count === 0 ? 0 : Math.max(4, (count / highest) * 100),
  }));
}
