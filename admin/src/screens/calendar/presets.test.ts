import { expect, it } from 'vitest';

import { presets } from './presets';

const said = (at: number) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

it.each([
  ['a Wednesday morning', [2026, 10, 25, 9, 2], ['hour 2026-11-25T10:05', 'evening 2026-11-25T18:00', 'tomorrow 2026-11-26T09:00', 'monday 2026-11-30T09:00']],
  ['a Wednesday evening', [2026, 10, 25, 17, 30], ['hour 2026-11-25T18:30', 'tomorrow 2026-11-26T09:00', 'monday 2026-11-30T09:00']],
  ['a Sunday, when tomorrow is Monday', [2026, 10, 29, 12, 0], ['hour 2026-11-29T13:00', 'evening 2026-11-29T18:00', 'tomorrow 2026-11-30T09:00']],
  ['a Monday, when the next one is meant', [2026, 10, 30, 23, 50], ['hour 2026-12-01T00:50', 'tomorrow 2026-12-01T09:00', 'monday 2026-12-07T09:00']],
] as const)('%s', (_, [year, month, day, hour, minute], expected) => {
  expect(presets(new Date(year, month, day, hour, minute).getTime()).map(({ name, at }) => `${name} ${said(at)}`)).toEqual(expected);
});
