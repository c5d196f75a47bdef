import { expect, it } from 'vitest';

import { forPeople } from './Help';

it.each([
  ['Slug of an author.', ''],
  ['Id of an uploaded picture. What it shows is told in words.', 'What it shows is told in words.'],
  ['作者的代稱。', ''],
  ['Who wrote it.', 'Who wrote it.'],
])('under a picker %j says %j', (description, said) => {
  expect(forPeople({ type: 'string', 'x-service-ref': 'authors', description })).toBe(said);
  expect(forPeople({ type: 'string', description })).toBe(description);
});

it.each([
  ['Milliseconds since 1970. The date on the page.', 'The date on the page.'],
  ['Milliseconds since 1970-01-01T00:00:00Z.', ''],
  ['Milliseconds since the epoch', ''],
  ['自 1970 年起的毫秒數。文章的日期。', '文章的日期。'],
  ['When it was placed.', 'When it was placed.'],
])('under a date %j says %j', (description, said) => {
  expect(forPeople({ type: 'integer', 'x-mcp-hint': 'timestamp-ms', description })).toBe(said);
  expect(forPeople({ type: 'integer', description })).toBe(description);
});
