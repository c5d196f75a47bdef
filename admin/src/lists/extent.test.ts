import { expect, it } from 'vitest';

import type { EntryCount, Foresight } from '../api/types.gen';
import { en } from '../i18n/en';
import { speechOf } from '../i18n/text';
import { zhTW } from '../i18n/zh-TW';
import { extentIn, extentOf } from './extent';

const foresight = (change: number, stay: number, more: boolean) => ({ entries: { change, stay }, more }) as Foresight;

const posts = { name: 'posts', title: { en: 'Posts', 'zh-TW': '文章' } };

it.each<[string, EntryCount, Foresight | undefined, string, string]>([
  ['all were looked at', { count: 3, more: false }, foresight(2, 1, false), '2 Posts', '這 2 筆文章'],
  ['not all were looked at', { count: 1050, more: false }, foresight(990, 10, true), 'at most 1,040 Posts', '最多 1,040 筆文章'],
  ['all that were looked at stay, and there are others', { count: 1050, more: false }, foresight(0, 1000, true), 'at most 50 Posts', '最多 50 筆文章'],
  ['nobody has counted them', { count: 100_000, more: true }, foresight(990, 10, true), 'all that match, more than 100,000 Posts', '全部符合的文章（超過 100,000 筆）'],
  ['the service has not answered', { count: 1, more: false }, undefined, 'the 1 selected entry of Posts', '選取的 1 筆文章'],
  ['the service has not answered about many', { count: 12, more: false }, undefined, 'the 12 selected Posts', '選取的 12 筆文章'],
])('how many a question is about: %s', (_, count, seen, english, chinese) => {
  const extent = extentOf(count, seen);
  expect([extentIn(speechOf('en', en), extent, posts), extentIn(speechOf('zh-TW', zhTW), extent, posts)]).toEqual([english, chinese]);
});
