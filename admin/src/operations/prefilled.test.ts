import { expect, it } from 'vitest';

import { entryOf, operationOf, text, version } from './operation.fixture';
import { changesOf, prefilledFrom, typedOver } from './prefilled';

const flag = { type: 'boolean' };
const properties = { 'id!': text, 'expectedVersion!': version, 'approved!': flag, note: text, remark: { type: ['string', 'null'] }, seats: version, role: { ...text, default: 'guest' }, stage: { const: 'open' } };
const updates = operationOf(properties, { targetCollection: 'members', op: 'update' });
const row = entryOf('members', { approved: true, note: 'Bring a cup', remark: 'Late', seats: 2, role: 'host', stage: 'closed', secret: 'x', id: 'not this' });
const has = prefilledFrom(updates, row);

it('a form of a builtin change shows what the row has, but for what the operation says itself', () => {
  expect(has).toEqual({ approved: true, note: 'Bring a cup', remark: 'Late', seats: 2 });
  expect(prefilledFrom(operationOf(properties, { targetCollection: 'members', op: 'upsert' }), row)).toEqual(has);
});

it('a form begins without a choice that the operation does not offer', () => {
  const advances = operationOf({ 'id!': text, 'stage!': { ...text, enum: ['paid', 'shipped'] } }, { targetCollection: 'orders', op: 'update' });
  expect(prefilledFrom(advances, entryOf('orders', { stage: 'placed' }))).toEqual({});
  expect(prefilledFrom(advances, entryOf('orders', { stage: 'paid' }))).toEqual({ stage: 'paid' });
});

it.each([
  ['a creation', operationOf(properties, { targetCollection: 'members', op: 'create' })],
  ['an operation of the site’s own', operationOf(properties, { targetCollection: null, op: null })],
  ['a change of another collection', operationOf(properties, { targetCollection: 'events', op: 'update' })],
])('%s begins empty', (_, operation) => {
  expect(prefilledFrom(operation, row)).toEqual({});
});

it('what was changed is sent, and what is required', () => {
  expect(changesOf(updates, has, typedOver(has, has))).toEqual({ approved: true });
  expect(changesOf(updates, has, typedOver(has, { ...has, approved: false, seats: 3 }))).toEqual({ approved: false, seats: 3 });
  expect(changesOf(updates, {}, typedOver({}, { note: 'New' }))).toEqual({ note: 'New' });
});

it('what was taken away is sent as nothing', () => {
  const typed = typedOver(has, { ...has, note: undefined, remark: undefined, seats: undefined });
  expect(typed).toEqual({ note: undefined, remark: undefined, seats: undefined });
  expect(changesOf(updates, has, typed)).toEqual({ approved: true, note: '', remark: null, seats: null });
});

it('a list that was emptied is sent as an empty list, and an object as an empty object', () => {
  const retag = operationOf({ 'id!': text, tags: { type: 'array', items: text }, place: { type: 'object' } }, { targetCollection: 'members', op: 'update' });
  const tagged = prefilledFrom(retag, entryOf('members', { tags: ['new'], place: { city: 'Taipei' } }));
  expect(changesOf(retag, tagged, typedOver(tagged, { tags: undefined, place: undefined }))).toEqual({ tags: [], place: {} });
});
