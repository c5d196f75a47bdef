import { expect, it } from 'vitest';

import type { EntrySummary } from '../api/types.gen';
import { en } from '../i18n/en';
import { speechOf } from '../i18n/text';
import { calledFirst, hitWords } from './hitWords';

const speech = speechOf('en', en);
const translations = [
  { locale: 'en', title: 'Green tea', status: 'draft', hasDraft: false },
  { locale: 'de', title: 'Grüner Tee', status: 'draft', hasDraft: false },
];
const article = { translations } as unknown as EntrySummary;

it.each([
  ['its title has the words', 'TEA gre', { said: 'English and German' }],
  ['a language of it has them', 'tee', { said: 'German: Grüner Tee', locale: 'de' }],
  ['its text has them', 'kettle', { said: 'English and German' }],
])('an article is found once: %s', (_, term, words) => {
  expect(hitWords(article, 'Green tea', term, speech)).toEqual(words);
});

it('a translation without an article has its language', () => {
  expect(hitWords({ ...article, locale: 'de', translations: [] }, 'Tee', 'tee', speech)).toEqual({ said: 'German' });
});

it.each([
  ['GREEN tea', 'both text'],
  ['tee', 'both text'],
  ['leaf', 'text both'],
  ['tea kettle', 'text both'],
])('of what is found for %s comes first what is called so', (term, ids) => {
  const [text, both] = [{ ...article, id: 'text', title: 'leaf', translations: [] }, { ...article, id: 'both', title: 'pot' }];
  expect(calledFirst([text, both], term).map(({ id }) => id).join(' ')).toBe(ids);
});
