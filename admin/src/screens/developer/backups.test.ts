import { expect, it } from 'vitest';

import { en } from '../../i18n/en';
import { speechOf } from '../../i18n/text';
import { alarmOf, everyWords, keptWords } from './backups';

const speech = speechOf('en', en);
const failed = { beganAt: 0, endedAt: 1, by: 'schedule' as const, userId: null, place: '', name: null, media: false, bytes: 0, rows: 0, objects: 0, problem: 'no room' };

it('the most urgent alarm is told', () => {
  expect(alarmOf({ failed: null, overdue: false, listed: true })).toBeNull();
  expect(alarmOf({ failed: null, overdue: false, listed: false })).toBe('unlisted');
  expect(alarmOf({ failed: null, overdue: true, listed: false })).toBe('overdue');
  expect(alarmOf({ failed, overdue: true, listed: false })).toBe('failed');
});

it('says what is kept, and how often a copy is taken', () => {
  expect(keptWords({ last: 24, daily: 7, weekly: 0, monthly: 0 }, speech)).toBe('24 newest · 7 daily');
  expect(keptWords({ last: 0, daily: 0, weekly: 0, monthly: 0 }, speech)).toBe('The newest');
  expect(everyWords(600_000, speech)).toBe('10 min');
  expect(everyWords(0, speech)).toBe('Only by hand');
});
