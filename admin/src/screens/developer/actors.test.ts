import { expect, it } from 'vitest';

import type { AuditLine, Collection, StaffUser } from '../../api/types.gen';
import { en } from '../../i18n/en';
import { speechOf } from '../../i18n/text';
import { actionWords, deedWords, subjectName } from './actors';

const speech = speechOf('en', en);
const staff = [{ id: 'u1', name: 'Ada', email: 'ada@tea.example' }] as StaffUser[];
const posts = { name: 'posts', schema: {}, list: { primaryField: '', columns: [] }, translations: [] } as unknown as Collection;
const line = (rest: Partial<AuditLine>) => ({ action: 'update', collection: null, entry: null, before: null, after: null, ...rest }) as AuditLine;

it.each<[string, Partial<AuditLine>, string]>([
  ['an entry by its title', { collection: 'posts', entry: 'e1', title: 'Sencha' }, 'Sencha'],
  ['one that is gone by what it was', { action: 'delete', collection: 'posts', entry: 'e1', before: { status: 'draft', data: { slug: 'sencha' } } }, 'sencha'],
  ['one that nothing is known of by its id', { collection: 'posts', entry: 'e1', before: { data: { title: 'Old' } } }, 'e1'],
  ['one of a collection that is gone by its id', { collection: 'lost', entry: 'e1' }, 'e1'],
  ['somebody of the staff by name', { action: 'change-role', entry: 'u1' }, 'Ada'],
  ['a comment by the entry that it is on', { action: 'add-comment', entry: 'c1', title: 'Sencha', after: { collection: 'posts', entry: 'e1' } }, 'Sencha'],
  ['an invitation by its address', { action: 'invite', entry: 'i1', after: { email: 'ivo@tea.example' } }, 'ivo@tea.example'],
  ['the settings by nothing', { action: 'change-settings' }, ''],
])('a change is of %s', (_, rest, name) => {
  expect(subjectName(line(rest), staff, [posts], speech)).toBe(name);
});

it('an action that nobody knows is shown as it is written', () => {
  expect([actionWords('publish', speech), actionWords('levitate', speech)]).toEqual(['Published', 'levitate']);
});

it.each<[string, Partial<AuditLine>, string]>([
  ['who had none and has it from themselves has accepted an invitation', { actor: 'u1', entry: 'u1', before: { role: null } }, 'Accepted an invitation'],
  ['one that somebody else gave is a change', { actor: 'u2', entry: 'u1', before: { role: null } }, 'Changed a role'],
])('of a role: %s', (_, rest, did) => {
  expect(deedWords(line({ action: 'change-role', ...rest }), speech)).toBe(did);
});
