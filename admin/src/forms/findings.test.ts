import { describe, expect, it } from 'vitest';

import { expressionOf, findings, inMembers } from './findings';
import { pointerTo } from './pointer';
import type { Shape } from './shape';

/** What is found in a value of one property, as `pointer rule`. */
const found = (property: Shape, value: unknown, partial = false) =>
  findings({ a: value }, { type: 'object', properties: { a: property } }, partial).map(({ path, rule }) => `${pointerTo(path)} ${rule}`);

describe('a value', () => {
  it.each<[Shape, unknown, string?]>([
    [{ type: 'string' }, 'x'],
    [{ type: 'string' }, null, '/a type'],
    [{ type: 'string', nullable: true, minLength: 3 }, null],
    [{ type: ['string', 'null'] }, null],
    [{ type: 'string', minLength: 2 }, '𝕏', '/a minLength'],
    [{ type: 'string', maxLength: 1 }, '𝕏'],
    [{ type: 'string', maxLength: 1 }, 'ab', '/a maxLength'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'A', '/a pattern'],
    [{ type: 'string', pattern: '[a-z]' }, 'AbC'],
    [{ type: 'string', pattern: '(?i)^a$' }, 'B'],
    [{ type: 'string', enum: ['x'] }, 'y', '/a choice'],
    [{ type: 'string', format: 'email' }, 'a@b'],
    [{ type: 'string', format: 'email' }, 'a b@c', '/a email'],
    [{ type: 'string', format: 'uri' }, 'example.com', '/a uri'],
    [{ type: 'string', format: 'uri' }, 'mailto:a@b.c'],
    [{ type: 'string', format: 'uri' }, 'javascript:alert(1)', '/a uri'],
    [{ type: 'string', format: 'date' }, '2026-02-30', '/a date'],
    [{ type: 'string', format: 'date' }, '2028-02-29'],
    [{ type: 'string', format: 'date-time' }, '2026-01-31T12:00', '/a dateTime'],
    [{ type: 'string', format: 'date-time' }, '2026-01-31T12:00:00.5+01:00'],
    [{ type: 'string', format: 'uuid' }, 'x', '/a uuid'],
    [{ type: 'string', format: 'anything' }, 'x'],
    [{ type: 'integer' }, 1.5, '/a wholeNumber'],
    [{ type: 'integer', minimum: 0 }, -1, '/a minimum'],
    [{ type: 'number', maximum: 1 }, 1.1, '/a maximum'],
    [{ type: 'number' }, 'abc', '/a number'],
    [{ type: 'boolean', const: true }, false, '/a consent'],
    [{ type: 'array', minItems: 1 }, [], '/a minItems'],
    [{ type: 'array', maxItems: 1, items: { type: 'string' } }, ['a', 'b'], '/a maxItems'],
    [{ type: 'array', items: { type: 'string', maxLength: 1 } }, ['a', 'bc'], '/a/1 maxLength'],
    [{ type: 'object', required: ['b'], properties: { b: { type: 'string' } } }, {}, '/a/b required'],
    [{ type: 'object', required: ['b'], properties: { b: { type: 'integer', 'x-service-bind': 'now' } } }, {}],
    [{ oneOf: [{ type: 'object', required: ['n'], properties: { k: { const: 1 }, n: {} } }, { type: 'object', properties: { k: { const: 2 } } }] }, { k: 1 }, '/a/n required'],
  ])('of %j: %j', (property, value, finding) => {
    expect(found(property, value)).toEqual(finding ? [finding] : []);
  });
});

it('a draft may miss what is required of it, but not within what it has', () => {
  const schema: Shape = { type: 'object', required: ['a', 'b'], properties: { a: { type: 'object', required: ['c'], properties: { c: {} } } } };
  expect(findings({ a: {} }, schema, true).map(({ path }) => pointerTo(path))).toEqual(['/a/c']);
  expect(findings({ a: {} }, schema).map(({ path }) => pointerTo(path))).toEqual(['/b', '/a/c']);
});

it('an object that is missing lacks each member that it requires', () => {
  const text: Shape = { type: 'string' };
  const name: Shape = { type: 'object', required: ['en', 'zh'], properties: { en: text, zh: text, ja: text } };
  const root: Shape = { type: 'object', required: ['name', 'note', 'slug', 'deep', 'itself'], properties: { name, note: { type: 'object', properties: { en: text } }, slug: text, deep: { type: 'object', required: ['name'], properties: { name } }, itself: { $ref: '#/properties/itself' } } };
  const lacking = findings({}, root).flatMap((each) => inMembers(each, root)).map(({ path, rule }) => `${pointerTo(path)} ${rule}`);
  expect(lacking).toEqual(['/name/en required', '/name/zh required', '/note required', '/slug required', '/deep/name/en required', '/deep/name/zh required', '/itself required']);
});

it.each(['(?i)a', '(?P<n>a)', '\\Aa\\z', '[[:alpha:]]', '\\Qa\\E', '('])('%s may mean something else to the service, and is left to it', (pattern) => {
  expect(expressionOf(pattern)).toBeUndefined();
});
