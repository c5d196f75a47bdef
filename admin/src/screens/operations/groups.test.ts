import { expect, it } from 'vitest';

import { areRecords } from '../../lists/Facts';
import { bound, operationOf } from '../../operations/operation.fixture';
import { groupsOf, isFound } from './groups';
import { isEntry, isRemoval } from '../../operations/output';

it('operations are listed under their target, else under the rows they run on, else under the list that offers them', () => {
  const target = operationOf({}, { name: 'target', targetCollection: 'orders', rowBindings: [bound('posts', 'id')] });
  const row = operationOf({}, { name: 'row', rowBindings: [bound('posts', 'id')] });
  const offered = operationOf({}, { name: 'offered', uiSchema: { collectionAction: 'posts' } });
  const none = operationOf({}, { name: 'none' });
  const unseen = operationOf({}, { name: 'unseen', targetCollection: 'hidden' });
  const groups = groupsOf([none, unseen, target, row, offered], ['posts', 'orders']);
  expect(groups.map(({ collection, operations }) => [collection, operations.map(({ name }) => name)])).toEqual([
    ['posts', ['row', 'offered']],
    ['orders', ['target']],
    ['hidden', ['unseen']],
    [undefined, ['none']],
  ]);
});

it.each([
  ['', true],
  ['STOCK set', true],
  ['stock gone', false],
])('%j finds “Set the stock”: %j', (term, found) => {
  expect(isFound(term, ['set-stock', 'Set the stock', 'Counts'])).toBe(found);
});

const row = { id: 'e', collection: 'posts', status: 'draft', version: 1, data: {} };

it.each([
  ['an entry', row, 'entry'],
  ['an object with an id', { id: 'e', data: {} }, undefined],
  ['a removal', { removed: true }, 'removal'],
  ['a removal among other things', { removed: true, at: 1 }, undefined],
  ['rows', [{ a: 1 }, { b: 2 }], 'table'],
  ['no rows', [], undefined],
  ['a list of words', ['a'], undefined],
  ['nothing', null, undefined],
])('the output %s is shown as %s', (_, output, kind) => {
  const kinds = [isEntry(output) && 'entry', isRemoval(output) && 'removal', areRecords(output) && 'table'].filter(Boolean);
  expect(kinds).toEqual(kind ? [kind] : []);
});
