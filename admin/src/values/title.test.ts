import { expect, it } from 'vitest';

import type { Collection, EntrySummary } from '../api/types.gen';
import { namedTitle, summaryTitle, titleOf, titleReference } from './title';

const of = (properties: string[], primaryField = '', required: string[] = []) =>
  ({ list: { primaryField, columns: [] }, schema: { required, properties: Object.fromEntries(properties.map((name) => [name, {}])) } }) as unknown as Collection;

const letter = { list: { primaryField: '', columns: [] }, schema: { required: ['body', 'place'], properties: { body: { 'x-mcp-hint': 'markdown' }, place: {} } } } as unknown as Collection;

it.each([
  ['the declared field before a name', of([], 'subject'), { name: 'Ada', subject: 'A question' }, 'A question'],
  ['the name where that is missing', of([], 'subject'), { name: 'Ada' }, 'Ada'],
  ['a name in the reader’s language', of([]), { slug: 'ada', name: { en: 'Ada', 'zh-TW': '艾達' } }, '艾達'],
  ['the slug where the name is no text', of([]), { slug: 'ada', name: { first: 'Ada' } }, 'ada'],
  ['the first required text', of([], '', ['count', 'sku']), { count: 1, sku: 'INK-1' }, 'INK-1'],
  ['the first words of prose', letter, { body: '## Smoke *and* wood' }, 'Smoke and wood'],
  ['what comes after prose without words', letter, { body: '---', place: '*shelf*' }, '*shelf*'],
  ['nothing', of([]), { name: '' }, ''],
])('an entry is called by %s', (_, collection, data, title) => {
  expect(titleOf(collection, data, 'zh-TW')).toBe(title);
});

const summary = (title: string, translated: Record<string, string>, titles?: Record<string, string>) => {
  const translations = Object.entries(translated).map(([locale, each]) => ({ locale, status: 'draft', ...(each ? { title: each } : {}) }));
  return { title, translations, ...(titles && { titles }) } as EntrySummary;
};
const named = (values: Record<string, unknown>) => ({ ...summary('Ada', {}), values });
const letters = of(['name', 'subject'], 'subject');
const slugs = of(['slug']);
const titledOnes = of(['title', 'slug']);

it.each([
  ['the translation into their language', slugs, summary('tea', { en: 'Tea', 'zh-TW': '茶' }), 'zh-TW', '茶'],
  ['that of another country', slugs, summary('tea', { 'en-GB': 'Tea' }), 'en', 'Tea'],
  ['any translation rather than a slug', slugs, summary('tea', { 'zh-TW': '茶' }), 'en', '茶'],
  ['a title rather than a translation into another language', titledOnes, summary('Tea', { 'zh-TW': '茶' }), 'en', 'Tea'],
  ['the slug where no translation has a title', slugs, summary('tea', { en: '' }), 'en', 'tea'],
  ['the declared field before a name', letters, named({ subject: 'A question' }), 'en', 'A question'],
  ['the name where that is missing', letters, named({ subject: null }), 'en', 'Ada'],
  ['the first words of the declared field, where that is prose', { ...letter, list: { primaryField: 'body', columns: [] } }, { ...summary('Ada', {}), values: { body: '> *Smoke*' } }, 'en', 'Smoke'],
  ['its own text in their language', slugs, summary('ada', {}, { en: 'Ada', 'zh-TW': '艾達' }), 'zh-TW', '艾達'],
])('readers see %s', (_, collection, entry, language, title) => {
  expect(summaryTitle(entry, collection, language)).toBe(title);
});

it('an id is no title', () => {
  const id = '01a229d5-7151-746e-aa0e-61d47d7e4fa1';
  expect(summaryTitle({ ...summary(id, {}), id }, letters, 'en')).toBe('');
  expect(summaryTitle({ ...summary(id, { en: 'Tea' }), id }, slugs, 'en')).toBe('Tea');
  expect(namedTitle({ id, title: id }, letters, 'en')).toBe('');
  expect(namedTitle({ id: 'a move', entry: id, title: id }, letters, 'en')).toBe('');
  expect(namedTitle({ id, title: id, titles: { en: 'Tea' } }, slugs, 'en')).toBe('Tea');
  expect(namedTitle({ id: 'another', title: id }, letters, 'en')).toBe(id); // it is called by a key that it has
});

const text = { type: 'string' };
const run = { ...text, 'x-service-ref': 'runs' };

it.each([
  ['the declared field', { run, name: text }, ['run'], 'run', { name: 'run', to: 'runs' }],
  ['the first that is required', { note: text, run, by: run }, ['run', 'by'], '', { name: 'run', to: 'runs' }],
  ['a title of its own', { title: text, run }, ['run'], '', undefined],
  ['no reference', { note: text, run }, ['note', 'run'], '', undefined],
])('a title is a reference or not: %s', (_, properties, required, primaryField, expected) => {
  expect(titleReference({ schema: { properties, required }, list: { primaryField } } as unknown as Collection)).toEqual(expected);
});
