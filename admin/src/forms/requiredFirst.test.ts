import { expect, it } from 'vitest';

import { requiredApart, requiredFirst } from './requiredFirst';

const text = { type: 'string' };
const schema = { type: 'object', required: ['date', 'slug'], properties: { tags: text, slug: text, cover: text, date: text } };
const orderOf = (uiSchema: Record<string, unknown> | null) => Object.keys(requiredFirst(schema, uiSchema).properties ?? {});

it.each<[string, Record<string, unknown> | null, string[]]>([
  ['what is required comes first, each in its order', null, ['slug', 'date', 'tags', 'cover']],
  ['a control is no place', { fields: { tags: { widget: 'textarea' } } }, ['slug', 'date', 'tags', 'cover']],
  ['a group of the site wins', { fields: { tags: { group: 'Facts' } } }, ['tags', 'slug', 'cover', 'date']],
  ['so does a width', { fields: { cover: { width: 'half' } } }, ['tags', 'slug', 'cover', 'date']],
])('%s', (_, uiSchema, order) => {
  expect(orderOf(uiSchema)).toEqual(order);
});

it('what is required is told apart from the rest, unless the site places it', () => {
  const fields = ['tags', 'slug', 'cover'];
  expect(requiredApart(schema, null, fields)).toEqual({ first: ['slug'], rest: ['tags', 'cover'] });
  expect(requiredApart(schema, { fields: { tags: { group: 'Facts' } } }, fields)).toEqual({ first: fields, rest: [] });
});
