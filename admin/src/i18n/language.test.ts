import { describe, expect, it } from 'vitest';

import { en } from './en';
import { chooseLanguage, languages } from './language';
import { fill } from './message';
import { localized, speechOf } from './text';
import { zhTW } from './zh-TW';

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe.each(Object.entries(languages))('%s is complete', (_, { load }) => {
  it('has every key, and no other', async () => {
    expect(Object.keys(await load()).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(Object.entries(en))('%s says something, with the same names', async (key, text) => {
    const messages: Record<string, string> = await load();
    expect(messages[key]?.trim()).toBeTruthy();
    expect(names(messages[key] ?? '')).toEqual(names(text));
  });
});

describe.each(Object.entries(languages))('in %s', (_, { load }) => {
  it.each(['apps', 'sessions'] as const)('what is said of a button of %s has the words that stand on it', async (screen) => {
    const messages = await load();
    expect(messages[`${screen}.endOf`]).toContain(messages[`${screen}.end`]);
  });
});

it('a plural has both forms', () => {
  const ones = Object.keys(en).filter((key) => key.endsWith('.one'));
  expect(ones.length).toBeGreaterThan(5);
  for (const key of ones) expect(en).toHaveProperty([key.replace(/one$/, 'other')]);
});

it.each([
  [['zh-TW'], 'zh-TW'],
  [['zh-Hant-HK', 'en'], 'zh-TW'],
  [['fr', 'en-GB'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
] as const)('%j reads %s', (wanted, language) => {
  expect(chooseLanguage(wanted)).toBe(language);
});

it('texts of the site are shown in the nearest language', () => {
  const text = { 'zh-TW': '文章', en: 'Posts' };
  expect(localized(text, 'zh-TW')).toBe('文章');
  expect(localized(text, 'zh-HK')).toBe('文章');
  expect(localized(text, 'fr')).toBe('Posts');
  expect(localized({ fr: 'Billets' }, 'en')).toBe('Billets');
  expect(localized('Posts', 'zh-TW')).toBe('Posts');
  expect(localized(null, 'en')).toBeUndefined();
});

it('numbers choose their form', () => {
  const { plural } = speechOf('en', en);
  expect(plural('shown.list', 1)).toBe('1 entry');
  expect(plural('shown.list', 1234)).toBe('1,234 entries');
});

it.each([
  [2027, '2027'],
  [-1066, '-1066'],
  [9999.5, '9999.5'],
  [10_000, '10,000'],
  [1_234_567, '1,234,567'],
])('a number of the site is grouped from 10,000 up, so that a year is written as people write it: %d', (value, written) => {
  expect(speechOf('en', en).figure(value)).toBe(written);
  expect(speechOf('zh-TW', zhTW).figure(value)).toBe(written);
});

it('a name without a value stays visible', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});
