import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { conditionFields, conditionsOf, dayOf, dayValue, inGroups, inLocale, inPlaceOf, withCondition } from './conditions';
import type { ListSearch } from './search';

const notes = { name: 'notes', sortable: ['kind'], filter: null, translations: [], schema: { properties: { kind: { type: 'boolean' }, title: { type: 'string' }, tags: { type: 'array' } } } } as unknown as Collection;
const texts = { name: 'texts', sortable: [], filter: null, translations: [], translates: { parent: 'notes', on: 'slug' }, list: { primaryField: 'heading' }, schema: { properties: { slug: { type: 'string' }, locale: { type: 'string' }, at: { type: 'integer' }, heading: { type: 'string' } } } } as unknown as Collection;
const articles: Collection = { ...notes, translations: [texts] };

it.each<[string, Collection, object, string[]]>([
  ['a value of a text', notes, { 'filter.title': 'Tea' }, ['title is Tea']],
  ['a list that is empty', notes, { 'empty.tags': 'true' }, ['tags empty true']],
  ['another value of a text', notes, { 'not.title': 'Tea' }, ['title not Tea']],
  ['a text that a text holds', notes, { 'contains.title': 'Tea' }, ['title contains Tea']],
  ['a text that a list holds', notes, { 'contains.tags': 'tea' }, ['tags contains tea']],
  ['not by a text that a boolean holds', notes, { 'contains.kind': 'true' }, []],
  ['not by a test that the field does not take', notes, { 'from.tags': '1' }, []],
  ['not by what has a control of its own', notes, { 'filter.kind': 'true' }, []],
  ['not by a field that there is none of', notes, { 'empty.gone': 'true' }, []],
  ['a translation that is missing', articles, { 'empty.translation.zh-TW': 'true' }, ['translation.zh-TW empty true']],
  ['a translation that is there', articles, { 'empty.translation.en': 'false' }, ['translation.en filled false']],
  ['not by a value of a translation', articles, { 'filter.translation.en': 'x' }, []],
  ['a text of a translation in a language', articles, { 'contains.translation.zh-TW.heading': '茶' }, ['translation.zh-TW.heading contains 茶']],
  ['a text that no translation has', articles, { 'lacks.translation.*.heading': 'tea' }, ['translation.*.heading lacks tea']],
  ['not by a field that translations have none of', articles, { 'contains.translation.*.title': 'tea' }, []],
  ['one of a group, those with a control among them', notes, { 'any.1.1.filter.kind': 'true', 'any.1.2.lacks.tags': 'tea' }, ['kind is true', 'tags lacks tea']],
  ['one of a group that there is no field for any more: without it the group would say something else', notes, { 'any.1.1.filter.kind': 'true', 'any.1.2.filter.gone': 'x' }, ['kind is true', 'gone is x']],
  ['not by a group without a number', notes, { 'any.1.contains.title': 'tea' }, []],
  ['not by translations of what has none', notes, { 'empty.translation.en': 'true' }, []],
])('a list is narrowed by %s', (_, collection, search, held) => {
  expect(conditionsOf(search, collection).map(({ field, test, value }) => `${field} ${test} ${value}`)).toEqual(held);
});

it('fields of a condition are those of entries, of their translations, and the languages of the site', () => {
  expect([conditionFields(notes, ['en', 'zh-TW']), conditionFields(articles, ['en', 'zh-TW'])]).toEqual([
    { own: ['kind', 'title', 'tags'], translated: [], translations: [] },
    { own: ['kind', 'title', 'tags'], translated: ['translation.*.heading', 'translation.*.at'], translations: ['translation.en', 'translation.zh-TW'] },
  ]);
  expect(inLocale('translation.*.heading', 'zh-TW')).toBe('translation.zh-TW.heading');
});

const tea = { field: 'title', test: 'contains', value: 'tea' } as const;

it.each<[string, ListSearch, ListSearch]>([
  ['a first one has its own key', {}, { 'contains.title': 'tea' }],
  ['a second of one kind on one field is a group of one', { 'contains.title': 'green' }, { 'contains.title': 'green', 'any.1.1.contains.title': 'tea' }],
  ['a third is one, too', { 'contains.title': 'green', 'any.4.1.contains.title': 'hot' }, { 'contains.title': 'green', 'any.4.1.contains.title': 'hot', 'any.5.1.contains.title': 'tea' }],
])('of the conditions that must hold, %s', (_, search, after) => {
  expect(changed(search, withCondition(tea, search))).toEqual(after);
});

it.each<[string, ListSearch, ListSearch]>([
  ['of one without a group: they become one', { 'empty.tags': 'true' }, { 'any.1.1.empty.tags': 'true', 'any.1.2.contains.title': 'tea' }],
  ['of a group', { 'any.1.1.empty.tags': 'true', 'any.1.3.filter.kind': 'true' }, { 'any.1.1.empty.tags': 'true', 'any.1.3.filter.kind': 'true', 'any.1.4.contains.title': 'tea' }],
  ['of one beside a group', { 'empty.tags': 'true', 'any.a.1.filter.kind': 'true' }, { 'any.1.1.empty.tags': 'true', 'any.1.2.contains.title': 'tea', 'any.a.1.filter.kind': 'true' }],
])('an alternative is one %s', (_, search, after) => {
  const [first = []] = inGroups(conditionsOf(search, notes));
  expect(changed(search, withCondition(tea, search, first))).toEqual(after);
});

it.each<[string, ListSearch, ListSearch]>([
  ['alone', { 'empty.tags': 'true' }, { 'contains.title': 'tea' }],
  ['with another value', { 'contains.title': 'green' }, { 'contains.title': 'tea' }],
  ['where that is taken', { 'empty.tags': 'true', 'contains.title': 'green' }, { 'contains.title': 'green', 'any.1.1.contains.title': 'tea' }],
  ['in a group', { 'any.1.2.empty.tags': 'true', 'any.1.3.filter.kind': 'true' }, { 'any.1.2.contains.title': 'tea', 'any.1.3.filter.kind': 'true' }],
])('a condition is changed in its place: %s', (_, search, after) => {
  const [first] = conditionsOf(search, notes);
  expect(first && changed(search, inPlaceOf(first, tea, search))).toEqual(after);
});

it.each([
  { 'x-mcp-hint': 'timestamp-ms' },
  { format: 'date' },
  { format: 'date-time' },
])('the day of a value is the one that was chosen: %o', (schema) => {
  expect((['from', 'to'] as const).map((test) => dayOf(dayValue('2026-03-09', test, schema), schema))).toEqual(['2026-03-09', '2026-03-09']);
});

const changed = (search: ListSearch, change: ReturnType<typeof withCondition>) => Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined));
