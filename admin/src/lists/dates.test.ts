import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { dateFields, dateOf } from './dates';

const of = (properties: object) => ({ name: 'events', schema: { properties } }) as unknown as Collection;
const day = { type: 'string', format: 'date' };
const moment = { type: 'integer', 'x-mcp-hint': 'timestamp-ms' };

it('every entry has a day on which it was created, and those of its properties', () => {
  expect(dateFields(of({ title: { type: 'string' }, count: { type: 'integer' }, ends: day, days: { type: 'array', items: day } }))).toEqual(['ends', 'createdAt', 'updatedAt']);
});

it('the usual date is the one that pages have, or else the first', () => {
  expect(dateOf({}, of({ ends: day, publishedAt: moment, date: day }))).toBe('publishedAt');
  expect(dateOf({}, of({ ends: day, date: day }))).toBe('date');
  expect(dateOf({}, of({ ends: day }))).toBe('ends');
  expect(dateOf({}, of({}))).toBe('createdAt');
});

it('an address has another one, where the collection has it', () => {
  expect(dateOf({ by: 'updatedAt' }, of({ ends: day }))).toBe('updatedAt');
  expect(dateOf({ by: 'title' }, of({ title: { type: 'string' }, ends: day }))).toBe('ends');
});
