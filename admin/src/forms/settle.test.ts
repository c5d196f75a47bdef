import { expect, it } from 'vitest';

import { settled } from './settle';
import type { Shape, Value } from './shape';

const city: Shape = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } };
const loose: Shape = { type: 'object', properties: { note: { type: 'string' } } };
const root: Shape = {
  type: 'object',
  required: ['home', 'extra', 'list'],
  properties: {
    title: { type: 'string' },
    home: city,
    extra: loose,
    work: city,
    list: { type: 'array', items: { type: 'string' } },
    more: { type: 'array', items: { type: 'number' } },
    lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' }, at: loose } } },
  },
};

it.each<[string, Value, Value, Value, boolean?]>([
  ['an emptied field has no property', { title: undefined, other: 1 }, { title: 'a', other: 1 }, { other: 1 }],
  ['what the renderer adds is taken away', { title: 'a', home: {}, work: {}, more: [] }, {}, { title: 'a' }],
  ['only an empty object will do where one is needed and nothing in it', { extra: {}, list: [] }, {}, { extra: {}, list: [] }],
  ['a draft needs none', { extra: {}, list: [] }, {}, {}, true],
  ['an object that was emptied goes', { work: { city: undefined } }, { work: { city: 'Brno' } }, {}],
  ['a list that was emptied goes', { more: [] }, { more: [1] }, {}],
  ['what was empty before stays', { title: 'b', work: {}, more: [] }, { work: {}, more: [] }, { title: 'b', work: {}, more: [] }],
  ['an emptied item keeps its place', { list: ['a', undefined], more: [1, undefined] }, { list: ['a', 'b'], more: [1, 2] }, { list: ['a', ''], more: [1, null] }],
  ['a new item of a list is there', { lines: [{ sku: 'A' }, {}] }, { lines: [{ sku: 'A' }] }, { lines: [{ sku: 'A' }, {}] }],
  ['and so within items', { lines: [{ sku: undefined, at: {} }] }, { lines: [{ sku: 'A' }] }, { lines: [{}] }],
  ['null is a value', { work: null }, {}, { work: null }],
])('%s', (_, after, before, want, partial = false) => {
  expect(settled(after, before, root, partial)).toEqual(want);
});
