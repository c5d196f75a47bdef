import { expect, it } from 'vitest';

import { obstacle } from './obstacle';

type Seen = Parameters<typeof obstacle>[1];

const may = { edit: true, publish: true, unpublish: true, archive: true, delete: true };

function seen(more: object = {}, permissions: object = may, status = 'draft', collection: object = {}): Seen {
  const of = { lifecycle: 'publishing', readOnly: false, ...collection };
  const detail = { entry: { status }, collection: of, permissions: { ...may, ...permissions } };
  return { collection: of, detail, gone: false, resolving: false, phase: 'unsaved', ...more } as unknown as Seen;
}

/** What a list knows, once it has asked for the entry. */
const row = (permissions: object = may, status = 'draft'): Seen => {
  const { collection, detail } = seen({}, permissions, status);
  return { collection, detail };
};

it.each([
  ['nothing keeps an editor', 'publish', seen(), 'editor', undefined],
  ['a published entry', 'publish', seen({}, { publish: false }, 'published'), 'editor', ['verbs.already', true]],
  ['a published article whose words have a draft', 'publish', seen({ phase: 'pending', parts: [seen({}, { publish: false }, 'published'), seen({ phase: 'pending' }, may, 'published')] }, { publish: false }, 'published'), 'editor', undefined],
  ['a published article with words in a new language', 'publish', seen({ parts: [seen({}, { publish: false }, 'published'), { ...seen({ dirty: true }), detail: undefined }] }, { publish: false }, 'published'), 'editor', undefined],
  ['a published article whose words are typed into', 'publish', seen({ parts: [seen({}, { publish: false }, 'published'), seen({ dirty: true }, { publish: false }, 'published')] }, { publish: false }, 'published'), 'editor', undefined],
  ['a published entry that is typed into', 'publish', seen({ dirty: true }, { publish: false }, 'published'), 'editor', undefined],
  ['an archived entry that is typed into', 'publish', seen({ dirty: true }, { publish: false }, 'archived'), 'editor', ['verbs.mayNot', true]],
  ['a new language of a contributor', 'publish', seen({ parts: [{ ...seen({ dirty: true }), detail: undefined }] }, { publish: false }, 'published'), 'contributor', ['verbs.editors', true]],
  ['a contributor', 'publish', seen({}, { publish: false }), 'contributor', ['verbs.editors', true]],
  ['a new entry of a contributor', 'publish', { ...seen(), detail: undefined }, 'contributor', ['verbs.editors', true]],
  ['a new entry', 'archive', { ...seen(), detail: undefined }, 'owner', ['verbs.notMade', true]],
  ['an operational collection', 'unpublish', seen({}, { unpublish: false }, 'published', { lifecycle: 'operational' }), 'editor', ['verbs.noStates', true]],
  ['a published entry', 'delete', seen({}, { delete: false }, 'published'), 'editor', ['entry.deleteFirst', true]],
  ['a collection of operations', 'save', seen({}, may, 'published', { readOnly: true }), 'owner', ['verbs.readOnly', true]],
  ['a reader', 'save', seen({}, { edit: false }, 'archived'), 'contributor', ['verbs.mayNotEdit', true]],
  ['nothing to save', 'save', seen({ phase: 'saved' }), 'editor', ['verbs.saved', false]],
  ['an article whose words can be saved', 'save', seen({ phase: 'saved', parts: [seen({ phase: 'saved' }), seen()] }), 'editor', undefined],
  ['an article with nothing to save', 'save', seen({ parts: [seen({ phase: 'saved' }), seen({ phase: 'pending' })] }), 'editor', ['verbs.saved', false]],
  ['a draft that is kept beside a draft', 'save', seen({ phase: 'autosaved' }), 'editor', undefined],
  ['a row of a list, of which no form is known', 'delete', row(), 'editor', undefined],
  ['a row that is published', 'publish', row({ publish: false }, 'published'), 'editor', ['verbs.already', true]],
  ['a row whose languages wait', 'publish', { ...row({ publish: false }, 'published'), others: { wait: true, served: true } }, 'editor', undefined],
  ['an entry that is gone', 'publish', seen({ gone: true }), 'editor', ['verbs.gone', false]],
  ['two versions', 'publish', seen({ resolving: true }), 'editor', ['verbs.resolving', false]],
] as const)('%s: %s', (_, verb, editor, role, want) => {
  const met = obstacle(verb, editor, role);
  expect(met && [met.why, met.lasts]).toEqual(want);
});
