import { expect, it } from 'vitest';

import { deedOf, isValueList, schemaOfValues, setWish, valuesOf } from './listChange';

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    tags: { $ref: '#/$defs/words', title: 'Tags' },
    years: { type: ['array', 'null'], items: { type: 'integer' } },
    steps: { type: 'array', items: { type: 'object' } },
    either: { type: ['array', 'string'], items: { type: 'string' } },
    loose: { type: 'array' },
  },
  $defs: { words: { type: 'array', minItems: 1, maxItems: 8, items: { $ref: '#/$defs/word' } }, word: { type: 'string', pattern: '^[a-z-]+$', maxLength: 30 } },
};

it('values are added to lists of scalars alone', () => {
  expect(Object.keys(schema.properties).filter((field) => isValueList({ schema }, field))).toEqual(['tags', 'years']);
  expect(isValueList({ schema }, 'nothing')).toBe(false);
});

const fieldOf = (given: Record<string, unknown>) => (given['properties'] as Record<string, Record<string, unknown>>)['tags'];

it('how long a whole list may be says nothing of the values that are named', () => {
  expect(fieldOf(schemaOfValues({ schema }, 'tags', 'add'))).toEqual({ type: 'array', title: 'Tags', items: { $ref: '#/$defs/word' } });
  expect(schemaOfValues({ schema }, 'tags', 'replace')).toBe(schema);
});

it('what goes may be in a form that the list takes no more', () => {
  expect(fieldOf(schemaOfValues({ schema }, 'tags', 'remove'))?.['items']).toEqual({ type: 'string', maxLength: 30 });
  expect(schema.$defs.word.pattern).toBe('^[a-z-]+$');
});

it('an item that nobody has filled in is no value', () => {
  expect(valuesOf(['tea', '', null, 0, false])).toEqual(['tea', 0, false]);
  expect(valuesOf(undefined)).toEqual([]);
});

it.each([
  ['add', ['green', ''], { action: 'set', field: 'tags', add: ['green'] }],
  ['remove', ['green'], { action: 'set', field: 'tags', remove: ['green'] }],
  ['replace', ['green'], { action: 'set', field: 'tags', value: ['green'] }],
  ['replace', undefined, { action: 'set', field: 'tags' }],
] as const)('to %s %s is said to the service', (change, value, wish) => {
  expect(setWish('tags', change, value)).toEqual(wish);
});

it('a set is told as what it did', () => {
  expect([deedOf(setWish('tags', 'add', ['a'])), deedOf(setWish('tags', 'remove', ['a'])), deedOf(setWish('tags', 'replace', ['a'])), deedOf({ action: 'publish' })]).toEqual(['add', 'remove', 'set', 'publish']);
});
