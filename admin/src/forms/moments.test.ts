import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { localText, timeOf, zoneOf } from './moments';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe.each(['UTC', 'Asia/Taipei', 'America/New_York', 'Europe/Prague', 'Asia/Kathmandu', 'Australia/Lord_Howe'])('in %s', (name) => {
  beforeEach(() => {
    process.env['TZ'] = name;
  });

  it.each([
    ['the beginning', 0],
    ['before it', -86_400_000 * 365],
    ['a day in summer', Date.UTC(2026, 6, 24, 0, 30)],
    ['a day in winter', Date.UTC(2026, 0, 31, 23, 59, 59)],
    ['before the clocks go forward', Date.UTC(2026, 2, 8, 6, 59)],
    ['after the clocks went forward', Date.UTC(2026, 2, 8, 7, 0)],
    ['after the clocks went back', Date.UTC(2026, 10, 1, 7, 0)],
    ['a year that is typed digit by digit', Date.UTC(202, 0, 1)],
  ])('%s comes back as it was', (_, time) => {
    const text = localText(time);
    const again = timeOf(text);
    expect(again).toBeDefined();
    expect(localText(again ?? NaN)).toBe(text);
    expect(Math.abs((again ?? NaN) - time)).toBeLessThan(1000);
  });
});

it('an hour that there is twice is the first, and one that there is not is the next', () => {
  process.env['TZ'] = 'America/New_York';
  expect(timeOf('2026-11-01T01:30')).toBe(Date.UTC(2026, 10, 1, 5, 30));
  expect(timeOf('2026-03-08T02:30')).toBe(Date.UTC(2026, 2, 8, 7, 30));
});

it('seconds are written where there are some', () => {
  process.env['TZ'] = 'Asia/Taipei';
  expect(localText(Date.UTC(2026, 0, 1, 0, 0, 0))).toBe('2026-01-01T08:00');
  expect(localText(Date.UTC(2026, 0, 1, 0, 0, 7))).toBe('2026-01-01T08:00:07');
  expect(localText(NaN)).toBe('');
  expect(zoneOf(0, 'en')).toBe('Asia/Taipei, GMT+8');
});

it.each(['', 'tomorrow', '2026-01-01', '12:30'])('%j is no moment', (text) => {
  expect(timeOf(text)).toBeUndefined();
});
