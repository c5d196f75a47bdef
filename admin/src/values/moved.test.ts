import { expect, it } from 'vitest';

import { en } from '../i18n/en';
import { speechOf } from '../i18n/text';
import { zhTW } from '../i18n/zh-TW';
import { setFor } from './moved';

const at = new Date(2026, 11, 3, 9).getTime();
const now = new Date(2026, 10, 29);

it('a status says what is set, and for which day', () => {
  expect(setFor({ direction: 'publish', at }, speechOf('en', en), now)).toBe('Scheduled · Dec 3');
  expect(setFor({ direction: 'unpublish', at }, speechOf('en', en), now)).toBe('Public until Dec 3');
  expect(setFor({ direction: 'publish', at }, speechOf('zh-TW', zhTW), now)).toBe('已排程 · 12月3日');
});

it('a day of another year has its year', () => {
  expect(setFor({ direction: 'publish', at }, speechOf('en', en), new Date(2025, 0, 1))).toBe('Scheduled · Dec 3, 2026');
});
