import { expect, it } from 'vitest';

import { dayOf, isAhead, monthFrom, onDay, readMonth, spanOf, weeksOf } from './month';

const dates = (year: number, month: number, first: number) => weeksOf(year, month, first).map((week) => week.map(({ start, own }) => (own ? 1 : -1) * new Date(start).getDate()));

it.each([
  ['from Monday', 2026, 10, 1, [-26, -27, -28, -29, -30, -31, 1], [30, -1, -2, -3, -4, -5, -6], 6],
  ['from Sunday', 2026, 10, 7, [1, 2, 3, 4, 5, 6, 7], [29, 30, -1, -2, -3, -4, -5], 5],
  ['four weeks', 2027, 1, 1, [1, 2, 3, 4, 5, 6, 7], [22, 23, 24, 25, 26, 27, 28], 4],
  ['a month of the year after', 2026, 13, 1, [1, 2, 3, 4, 5, 6, 7], [22, 23, 24, 25, 26, 27, 28], 4],
] as const)('weeks %s', (_, year, month, first, begin, end, count) => {
  const weeks = dates(year, month, first);
  expect([weeks[0], weeks.at(-1), weeks.length]).toEqual([begin, end, count]);
});

it('every day begins a day, and each follows the one before, when the clocks change too', () => {
  for (let month = 0; month < 24; month++) {
    const days = weeksOf(2026, month, 1).flat();
    days.forEach(({ start }, i) => {
      expect(dayOf(start)).toBe(start);
      if (i > 0) expect(dayOf((days[i - 1]?.start ?? 0) + 36 * 3_600_000)).toBe(start);
    });
  }
});

it('the same time of another day is by the clock, also where an hour is missing', () => {
  const before = new Date(2026, 2, 28, 9, 30).getTime();
  expect(onDay(before, new Date(2026, 2, 30).getTime())).toBe(new Date(2026, 2, 30, 9, 30).getTime());
});

it('the weeks of a month end with the last moment of their last day', () => {
  const { from, to } = spanOf(weeksOf(2026, 10, 1));
  expect([new Date(from).getDate(), new Date(to + 1).getDate(), dayOf(to) < to]).toEqual([26, 7, true]);
});

it.each([['2026-11', '2026-11'], ['2026-13', undefined], ['26-1', undefined], [202611, undefined], ['1969-12', undefined]])('the address %j is %j', (value, month) => {
  expect(readMonth(value)).toBe(month);
});

it('goes on over the end of a year', () => {
  expect([monthFrom(2026, 11, 1), monthFrom(2026, 0, -1), monthFrom(2026, 4, 0)]).toEqual(['2027-01', '2025-12', '2026-05']);
});

it('nothing is set for a day that is over', () => {
  const noon = new Date(2026, 10, 12, 12).getTime();
  expect([11, 12, 13].map((day) => isAhead(new Date(2026, 10, day).getTime(), noon))).toEqual([false, true, true]);
});
