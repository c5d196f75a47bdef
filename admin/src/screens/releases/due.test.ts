import { expect, it } from 'vitest';

import { isDue, untilDue } from './due';

it('a release whose time has come is asked for until it is known what came of it', () => {
  expect(isDue({ state: 'scheduled', at: 10 }, 10)).toBe(true);
  expect(untilDue({ state: 'scheduled', at: 10 }, 12)).toBe(2_000);
  expect(untilDue({ state: 'scheduled', at: 10 }, 40_010)).toBe(10_000);
  expect(untilDue({ state: 'scheduled', at: 10 }, 10_000_000)).toBe(60_000);
  expect(untilDue({ state: 'published', at: null }, 12)).toBe(false);
  expect(untilDue({ state: 'failed', at: 10 }, 12)).toBe(false);
});

it('and until then it is left alone, for no longer than a timer can wait', () => {
  expect(isDue({ state: 'scheduled', at: 10 }, 9)).toBe(false);
  expect(untilDue({ state: 'scheduled', at: 5_010 }, 10)).toBe(5_000);
  expect(untilDue({ state: 'scheduled', at: 1e13 }, 10)).toBe(2_147_483_647);
});
