import { expect, it } from 'vitest';

import { timeThere } from './zones';

const summer = Date.UTC(2026, 6, 3, 7, 0);
const winter = Date.UTC(2026, 0, 2, 8, 0);

it('a time is told where the site is, too', () => {
  expect(timeThere(summer, 'Asia/Taipei', 'en-GB', 'Europe/Berlin')).toEqual({ time: '3 Jul 2026, 15:00', zone: 'Asia/Taipei' });
});

it('and not twice where the clocks show the same at that time', () => {
  expect(timeThere(summer, 'Europe/Paris', 'en-GB', 'Europe/Berlin')).toBeUndefined();
  expect(timeThere(winter, 'Europe/London', 'en-GB', 'UTC')).toBeUndefined();
  expect(timeThere(summer, 'Europe/London', 'en-GB', 'UTC')?.time).toBe('3 Jul 2026, 08:00');
});

it('a site that does not say where it is, and a time that is none, are not told', () => {
  expect(timeThere(summer, undefined, 'en-GB', 'UTC')).toBeUndefined();
  expect(timeThere(NaN, 'Asia/Taipei', 'en-GB', 'UTC')).toBeUndefined();
});
