import { describe, expect, it } from 'vitest';

import { pointerOf } from '../api/failure';
import { fieldFor, orderOf, pointerTo, valueAt } from './pointer';
import type { Shape } from './shape';

const schema: Shape = {
  type: 'object',
  $defs: { person: { type: 'object', properties: { name: { type: 'string' } } } },
  properties: {
    slug: { type: 'string' },
    tags: { type: 'array', items: { type: 'string', maxLength: 40 } },
    sizes: { type: 'array', items: { type: 'number' } },
    people: { type: 'array', items: { $ref: '#/$defs/person' } },
    'a/b': { type: 'object', properties: { 'c~d': { type: 'string' } } },
    billing: {
      type: 'object',
      oneOf: [
        { type: 'object', properties: { kind: { const: 'person' } } },
        { type: 'object', properties: { kind: { const: 'firm' }, firm: { type: 'string' } } },
      ],
    },
    names: { type: 'object', additionalProperties: { type: 'string' } },
    free: { type: 'object' },
  },
};

describe('what the service points at is shown', () => {
  it.each([
    ['data#/slug', '/slug', 'at its field'],
    ['data#/tags/3', '/tags', 'at the control that holds the whole list'],
    ['data#/sizes/3', '/sizes/3', 'at the item'],
    ['data#/people/1/name', '/people/1/name', 'at a field of an item behind a $ref'],
    ['data#/people', '/people', 'at the list'],
    ['data#/a~1b/c~0d', '/a~1b/c~0d', 'at a name that is escaped'],
    ['data#/billing', '/billing', 'at the choice'],
    ['data#/billing/firm', '/billing/firm', 'at a field of a branch'],
    ['data#/names/cs', '/names/cs', 'at a member that is not declared'],
    ['data#/free/deep/down', '/free', 'at the field of JSON that holds it'],
    ['data#/slug/deeper', '/slug', 'at the field above'],
    ['data#/nope', '', 'at the top: there is no such field'],
    ['data#/hidden', '', 'at the top: it is not shown'],
    ['data#', '', 'at the top: it is the whole'],
    ['input#/people/x', '/people', 'at the list whose item it does not name'],
  ])('%s at "%s": %s', (path, pointer) => {
    const root = { ...schema, properties: { ...schema.properties, hidden: { type: 'string' } } };
    expect(pointerTo(fieldFor(pointerOf(path), root, ['hidden']))).toBe(pointer);
  });
});

it('a value is found by its path, and never a member of the language', () => {
  expect(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
  expect(valueAt({ a: [] }, ['a', 0, 'b'])).toBeUndefined();
  expect(valueAt({}, ['constructor'])).toBeUndefined();
});

it('a field has its place among its siblings, at every depth', () => {
  expect(orderOf(['people', 1, 'name'], schema)).toEqual([3, 1, 0]);
  expect(orderOf(['billing', 'firm'], schema)).toEqual([5, 2]);
  expect(orderOf([], schema)).toEqual([]);
});
