import { expect, it } from 'vitest';

import type { Collection, EntrySummary } from '../../../api/types.gen';
import { articleTitle, type Told } from './words';

const of = (properties: string[], translations: unknown[] = []) =>
  ({ list: { primaryField: '', columns: [] }, translations, schema: { properties: Object.fromEntries(properties.map((name) => [name, {}])) } }) as unknown as Collection;
const translation = { ...of(['post', 'locale', 'title']), translates: { on: 'post' } };
const posts = of(['slug'], [translation]);
const read = (locale: string, title: string): Told => ({ locale, data: { post: 'tea', locale, title }, summary: undefined });
const listed = (locale: string, title: string): Told => ({ locale, data: undefined, summary: { title, translations: [] as unknown } as EntrySummary });

it('an article that is open in a language is called as it is there, and else as it would be', () => {
  const languages = [read('en', 'Tea'), read('zh-TW', '茶'), read('de', '')];
  const called = (open: string) => articleTitle(posts, { slug: 'tea' }, languages, 'zh-TW', open);
  expect([called('en'), called('zh-TW'), called('de'), called('fr')]).toEqual(['Tea', '茶', '茶', '茶']);
});

it.each([
  ['its title in the reader’s language', posts, [read('en', 'Tea'), read('zh-TW', '茶')], '茶'],
  ['the title of another language where that one has none', posts, [read('en', 'Tea'), read('zh-TW', '')], 'Tea'],
  ['what lists call it until its languages are read', posts, [listed('en', 'Tea'), listed('zh-TW', '茶')], '茶'],
  ['what is typed rather than what lists call it', posts, [{ ...listed('zh-TW', '茶'), data: { title: '烏龍茶' } }], '烏龍茶'],
  ['its own title', of(['title'], [translation]), [read('zh-TW', '茶')], 'Its own'],
  ['the slug where no language has a title', posts, [], 'tea'],
])('an article is called by %s', (_, parent, languages, title) => {
  expect(articleTitle(parent, parent === posts ? { slug: 'tea' } : { title: 'Its own' }, languages, 'zh-TW')).toBe(title);
});
