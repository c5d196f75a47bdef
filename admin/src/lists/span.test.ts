import { expect, it } from 'vitest';

import type { EntryList } from '../api/entries';
import type { Collection, EntrySummary } from '../api/types.gen';
import { inSpan, isTimed, momentOf } from './span';

const properties = { publishedAt: { type: 'integer', 'x-mcp-hint': 'timestamp-ms' }, day: { type: 'string', format: 'date' }, held: { type: 'string', format: 'date-time' } } as const;
const events = { name: 'events', list: { columns: ['day'] }, schema: { properties } } as unknown as Collection;
const month = { from: new Date(2026, 10, 1).getTime(), to: new Date(2026, 10, 30, 23, 59, 59, 999).getTime() };
const list: EntryList = { collection: 'events', search: 'tea', sort: 'updatedAt', direction: 'desc', conditions: { 'empty.cover': 'true' } };

it('a list of a month keeps what it is narrowed to, and comes in the order of its date', () => {
  const { search, sort, direction, conditions, fields } = inSpan(list, events, 'publishedAt', month);
  expect([search, sort, direction, fields]).toEqual(['tea', 'publishedAt', 'asc', ['publishedAt']]);
  expect(conditions).toEqual({ 'empty.cover': 'true', 'from.publishedAt': String(month.from), 'to.publishedAt': String(month.to) });
});

it('what is narrowed to a shorter span of the same date stays so', () => {
  const conditions = { 'from.publishedAt': String(month.from + 1), 'to.publishedAt': String(month.to + 1) };
  expect(inSpan({ ...list, conditions }, events, 'publishedAt', month).conditions).toEqual({ 'from.publishedAt': String(month.from + 1), 'to.publishedAt': String(month.to) });
  expect(inSpan({ ...list, conditions: { 'from.publishedAt': '9' } }, events, 'publishedAt', month).conditions?.['from.publishedAt']).toBe(String(month.from)); // by number, not by letter
  expect(inSpan({ ...list, conditions: { 'from.day': '2026-11-15', 'to.day': '2026-12-24' } }, events, 'day', month).conditions).toEqual({ 'from.day': '2026-11-15', 'to.day': '2026-11-30' });
});

it('days are compared as days, and moments that are texts with a day more on each side', () => {
  expect(inSpan(list, events, 'day', month).conditions).toMatchObject({ 'from.day': '2026-11-01', 'to.day': '2026-11-30' });
  expect(inSpan(list, events, 'held', month).conditions).toMatchObject({ 'from.held': '2026-10-31', 'to.held': '2026-12-01T99' });
});

it('a date that every row has is not asked for', () => {
  expect(inSpan(list, events, 'day', month).fields).toBeUndefined(); // a column of the table
  expect(inSpan(list, events, 'createdAt', month).fields).toBeUndefined();
});

it('an entry is at the moment of its date, and nowhere without one', () => {
  const entry = { createdAt: 1, updatedAt: 2, values: { publishedAt: 5, day: '2026-11-12', held: '2026-11-12T08:00:00Z' } } as unknown as EntrySummary;
  const of = (field: keyof typeof properties) => momentOf(entry, field, properties[field]);
  expect([of('publishedAt'), of('day'), of('held')]).toEqual([5, new Date(2026, 10, 12).getTime(), Date.UTC(2026, 10, 12, 8)]);
  expect([momentOf(entry, 'createdAt', undefined), momentOf(entry, 'updatedAt', undefined)]).toEqual([1, 2]);
  expect(momentOf({ ...entry, values: { day: 'soon', publishedAt: null } }, 'day', properties.day)).toBeUndefined();
  expect(momentOf({ ...entry, values: { publishedAt: null } }, 'publishedAt', properties.publishedAt)).toBeUndefined();
  expect([isTimed(properties.day), isTimed(properties.held), isTimed(undefined)]).toEqual([false, true, true]);
});
