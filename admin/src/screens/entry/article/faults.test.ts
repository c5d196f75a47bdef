import { expect, it } from 'vitest';

import { ApiFailure } from '../../../api/failure';
import type { ArticlePart, Collection } from '../../../api/types.gen';
import type { Diagnostic } from '../../../api/diagnostic.gen';
import { missingFields, ownFaults, refusedPart, type PartFault } from './faults';

const fault = (pointer: string): PartFault => ({ pointer, field: pointer, message: 'Required.' });

it('says once what is missing of all languages: a copy in one of them is not said again', () => {
  expect(ownFaults([fault('/date'), fault('/title')], [fault('/date'), fault('/author')], ['date'])).toEqual([fault('/title')]);
});

it('says what a language lacks itself, also where the copies of others are there', () => {
  expect(ownFaults([fault('/date')], [], ['date'])).toEqual([fault('/date')]);
  expect(ownFaults([fault('/slug')], [fault('/slug')], ['date'])).toEqual([fault('/slug')]);
});

it('asks for what is required and not there, and not for what the service fills', () => {
  const schema = {
    type: 'object', required: ['date', 'author', 'owner', 'place'],
    properties: { date: { type: 'integer' }, author: { type: 'string' }, owner: { type: 'string', 'x-service-bind': 'ctx.user' }, place: { type: 'object', required: ['town'], properties: { town: { type: 'string' } } } },
  };
  expect(missingFields({ schema } as unknown as Collection, { author: 'a', place: {} })).toEqual(['date']);
});

it.each([
  ['input#/entries/1/data/slug', 'data#/slug', ['slug']],
  ['input#/entries/1/data/status', 'data#/status', ['status']],
  ['input#/entries/1/data', 'data#', []],
  ['input#/entries/1/expectedVersion', 'input#/expectedVersion', []],
  ['input#/entries/1', 'input#', []],
])('a refusal at %s is one at %s of the second part', (path, own, tokens) => {
  const parts = [{ id: 'shared' }, { id: 'english' }] as unknown as ArticlePart[];
  const failure = new ApiFailure('refused', 409, 'No.', { code: 'CONFLICT', path, message: 'No.' } as unknown as Diagnostic);
  expect(refusedPart(failure, parts)).toMatchObject({ part: { id: 'english' }, tokens, reason: { code: 'CONFLICT', path: own } });
});
