import { expect, it } from 'vitest';

import type { Collection, EntryDetail, Related } from '../../api/types.gen';
import { en } from '../../i18n/en';
import { speechOf } from '../../i18n/text';
import { zhTW } from '../../i18n/zh-TW';
import { behindOf } from './behind';

const english = speechOf('en', en);
const property = (title: string) => ({ type: 'object', properties: { author: { type: 'string', title } } });
const posts = { name: 'posts', title: { en: 'Posts', 'zh-TW': '文章' }, schema: property('Author'), translations: [] } as unknown as Collection;
const authors = { name: 'authors', keys: ['slug', 'pen'], schema: { properties: { slug: { type: 'string' } } }, translations: [] } as unknown as Collection;

const related = (entries: number, more: Partial<Related['relationship']> = {}, nextCursor: string | null = null) =>
  ({ collection: 'posts', relationship: { kind: 'reference', parentField: 'slug', childField: 'author', parentValue: 'mei', ...more }, entries: Array.from({ length: entries }, () => ({})), nextCursor }) as unknown as Related;

const messages = (relations: Related[], data: Record<string, unknown>, speech = english) =>
  behindOf({ collection: authors, related: relations, entry: { id: 'a1' } } as unknown as EntryDetail, data, [posts, authors], speech).map(({ pointer, message }) => `${pointer} ${message}`);

const said = '/slug 3 entries in Posts refer to this one as “mei” (Author). They will keep this value and no longer lead here.';

it.each<[string, Related[], Record<string, unknown>, string[]]>([
  ['another value', [related(3)], { slug: 'lin' }, [said]],
  ['no value', [related(3)], {}, [said]],
  ['one entry', [related(1)], { slug: 'lin' }, ['/slug 1 entry in Posts refers to this one as “mei” (Author). It will keep this value and no longer lead here.']],
  ['more than are counted', [related(20, {}, 'next')], { slug: 'lin' }, ['/slug More than 20 entries in Posts refer to this one as “mei” (Author). They will keep this value and no longer lead here.']],
  ['the value that it has', [related(3)], { slug: 'mei' }, []],
  ['the value as another key, which is looked for too', [related(3)], { slug: 'lin', pen: 'mei' }, []],
  ['nobody', [related(0)], { slug: 'lin' }, []],
  ['translations, which follow', [related(3, { kind: 'translation' })], { slug: 'lin' }, []],
  ['the id, which stays', [related(3, { parentField: 'id', parentValue: 'a1' })], { slug: 'lin' }, []],
])('what refers to an entry by a value that it gives up is told: %s', (_, relations, data, want) => {
  expect(messages(relations, data)).toEqual(want);
});

it('is told in the language of the reader', () => {
  expect(messages([related(3)], { slug: 'lin' }, speechOf('zh-TW', zhTW))).toEqual(['/slug 「文章」有 3 筆內容以「mei」參照這一筆（Author）。這些內容會保留原值，之後就不再指向這裡。']);
});
