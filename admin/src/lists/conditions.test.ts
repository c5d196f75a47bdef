import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { conditionFields, conditionsOf } from './conditions';

const notes = { name: 'notes', sortable: ['kind'], filter: null, translations: [], schema: { properties: { kind: { type: 'boolean' }, title: { type: 'string' }, tags: { type: 'array' } } } } as unknown as Collection;
const articles: Collection = { ...notes, translations: [notes] };

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
  ['not by translations of what has none', notes, { 'empty.translation.en': 'true' }, []],
])('a list is narrowed by %s', (_, collection, search, held) => {
  expect(conditionsOf(search, collection).map(({ field, test, value }) => `${field} ${test} ${value}`)).toEqual(held);
});

it('languages of the site are fields of what is translated', () => {
  expect([conditionFields(notes, ['en', 'zh-TW']), conditionFields(articles, ['en', 'zh-TW'])]).toEqual([
    ['kind', 'title', 'tags'],
    ['kind', 'title', 'tags', 'translation.en', 'translation.zh-TW'],
  ]);
});
