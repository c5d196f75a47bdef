import { expect, it } from 'vitest';

import type { Collection } from '../../../api/types.gen';
import { localText } from '../../../forms/moments';
import { dateAmong, dateAt, filledBySheet } from './dateLeft';

const posts = (publishedAt: object) => ({ schema: { properties: { publishedAt, startsAt: { type: 'integer', 'x-mcp-hint': 'timestamp-ms' } } } }) as unknown as Collection;
const time = Date.UTC(2026, 1, 3, 12, 30);

it.each([
  ['milliseconds', { type: 'integer', 'x-mcp-hint': 'timestamp-ms' }, time],
  ['a text of RFC 3339', { type: 'string', format: 'date-time' }, '2026-02-03T12:30:00.000Z'],
  ['a day', { type: 'string', format: 'date' }, localText(time).slice(0, 10)],
])('the date of an entry may be left, and is the moment of publication: as %s', (_, schema, want) => {
  expect(dateAmong(posts(schema), ['title', 'publishedAt'])).toBe('publishedAt');
  expect(dateAt(posts(schema), time)).toEqual(want);
});

it('nothing else is filled in by itself', () => {
  expect(dateAmong(posts({ type: 'integer', 'x-mcp-hint': 'timestamp-ms' }), ['startsAt'])).toBeUndefined();
  expect(dateAmong(posts({ type: 'string' }), ['publishedAt'])).toBeUndefined();
});

it('it is a field of what has translations, which one sheet publishes', () => {
  const posts = (translations: object[]) => ({ translations, schema: { required: ['publishedAt'], properties: { publishedAt: { type: 'string', format: 'date-time' } } } }) as unknown as Collection;
  expect(filledBySheet(posts([{}]))).toEqual(['publishedAt']);
  expect(filledBySheet(posts([]))).toEqual([]);
});
