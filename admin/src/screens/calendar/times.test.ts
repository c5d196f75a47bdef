import { expect, it } from 'vitest';

import { en } from '../../i18n/en';
import { speechOf } from '../../i18n/text';
import { timesOf } from './times';

const speech = speechOf('en', en);
const at = Date.UTC(2026, 10, 29, 8, 0);
const plain = (text: string) => text.replaceAll('\u202f', ' ');

it('says a time with the zone that it is of, the reader\'s first', () => {
  expect(plain(timesOf(speech, { at, timeZone: 'Europe/Vienna' }, 'Asia/Taipei'))).toBe(
    'Nov 29, 2026, 4:00 PM in Asia/Taipei · Nov 29, 2026, 9:00 AM in Europe/Vienna',
  );
});

it('says it once where both are in one zone', () => {
  expect(plain(timesOf(speech, { at, timeZone: 'Europe/Vienna' }, 'Europe/Vienna'))).toBe('Nov 29, 2026, 9:00 AM in Europe/Vienna');
});
