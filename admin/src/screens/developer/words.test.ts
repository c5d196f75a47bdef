import { expect, it } from 'vitest';

import type { Console, Requires, TriggerAtom } from '../../api/types.gen';
import { en } from '../../i18n/en';
import { speechOf } from '../../i18n/text';
import { zhTW } from '../../i18n/zh-TW';
import { hooksOf } from './flows';
import { requiresWords, type Audience } from './requires';

const english = speechOf('en', en);

it.each<[Requires['all'], Audience, string]>([
  [[], 'anybody', 'everybody'],
  [[], 'staff', 'every member of staff'],
  [[{ kind: 'ctx.user' }], 'anybody', 'a signed-in user'],
  [[{ kind: 'ctx.auth' }, { kind: 'ctx.auth.scope', scope: 'notes.write' }], 'anybody', 'any verified credential and a credential with the scope notes.write'],
  [[{ kind: 'ctx.staff', roles: ['owner', 'editor'] }], 'staff', 'staff with the role Owner or Editor'],
])('%j at %s', (all, audience, words) => {
  expect(requiresWords({ all, guard: null }, audience, english)).toBe(words);
});

it('who may call, in the reader’s language', () => {
  expect(requiresWords({ all: [{ kind: 'ctx.staff', roles: ['owner', 'editor'] }], guard: null }, 'staff', speechOf('zh-TW', zhTW))).toBe('角色為擁有者或編輯的工作人員');
});

it('hooks come in the order of an entry’s life, Triggers in the order of their names', () => {
  const trigger = (name: string, hooks: TriggerAtom['hooks'] & object): TriggerAtom => ({
    name, title: name, description: '', source: { file: '', document: 1, line: 1, text: '' }, kind: 'lifecycle', procedure: 'p', schema: 's', hooks,
  });
  const console = {
    schemas: [{ name: 'quiet' }, { name: 's' }],
    triggers: [trigger('a', [{ name: 'after_update', aborts: false }, { name: 'before_create', aborts: true }]), trigger('b', [{ name: 'before_create', aborts: false }])],
  } as unknown as Console;
  expect(hooksOf(console)).toMatchObject([
    { schema: 's', hooks: [
      { moment: 'before_create', runs: [{ trigger: { name: 'a' }, aborts: true }, { trigger: { name: 'b' }, aborts: false }] },
      { moment: 'after_update', runs: [{ trigger: { name: 'a' } }] },
    ] },
  ]);
});
