import { expect, it } from 'vitest';

import { ApiFailure } from '../api/failure';
import { keyAfter, keyField, keyFor, makeKey, type Key } from './idempotency';
import { operationOf, text } from './operation.fixture';

const hinted = { type: 'string', 'x-mcp-hint': 'idempotency-key' };
const refused = new ApiFailure('refused', 400, 'No.');
const noAnswer = new ApiFailure('offline', 0, 'Nothing.');
const broken = new ApiFailure('refused', 500, 'Broken.');

function key(before: Key | undefined, input: object): Key {
  const next = keyFor(before, input, hinted);
  if (!next) throw new Error('there is no key');
  return next;
}

it.each<[string, Error, object, boolean]>([
  ['a refusal, and the same again', refused, { a: 1 }, true],
  ['a refusal, and something else', refused, { a: 2 }, false],
  ['no answer, and the same again', noAnswer, { a: 1 }, true],
  ['no answer, and something else: the first may have been done', noAnswer, { a: 2 }, true],
  ['a failure of the service, and something else', broken, { a: 2 }, true],
])('after %s', (_, failure, next, same) => {
  const first = key(undefined, { a: 1 });
  const second = key(keyAfter(first, { a: 1 }, failure), next);
  expect(second.value === first.value).toBe(same);
});

it.each([
  ['before', [refused, noAnswer]],
  ['after', [noAnswer, refused]],
])('a refusal %s it does not make up for an answer that never came', (_, failures) => {
  const first = key(undefined, { a: 1 });
  const last = failures.reduce((now, failure) => keyAfter(now, { a: 1 }, failure), first);
  expect(key(last, { a: 2 }).value).toBe(first.value);
});

it('a success ends the key', () => {
  expect(key(undefined, {}).value).not.toBe(key(undefined, {}).value);
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

it.each([
  ['any text', {}, uuid],
  ['a uuid', { format: 'uuid' }, uuid],
  ['no more than 32', { maxLength: 32 }, /^[0-9a-f]{32}$/],
  ['letters and digits', { pattern: '^[a-z0-9]+$' }, /^[0-9a-f]{32}$/],
])('a key for a field that takes %s', (_, more, form) => {
  expect(makeKey({ ...hinted, ...more })).toMatch(form);
});

it.each([
  ['a form of its own', { pattern: '^BQ-[0-9A-Z]{8}$' }],
  ['a pattern that is none here', { pattern: '(?i)^x' }],
  ['few characters', { maxLength: 8 }],
  ['numbers', { type: 'integer' }],
  ['a choice', { enum: ['a', 'b'] }],
  ['addresses', { format: 'email' }],
])('no key is made for a field that takes %s: people give it', (_, more) => {
  expect(keyField(operationOf({ key: { ...hinted, ...more } }))).toBeUndefined();
});

it('the field of the key is found by its hint', () => {
  expect(keyField(operationOf({ a: text, retry: hinted }))).toBe('retry');
  expect(keyField(operationOf({ idempotencyKey: text }))).toBeUndefined();
});
