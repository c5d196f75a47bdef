import { expect, it, vi } from 'vitest';

import type { BulkDone } from '../../api/types.gen';
import { giveBack } from './giveBack';

const sent: Record<string, unknown> = {};
vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
  sent[address] = JSON.parse(body);
  const refused = address.includes('/gone');
  return Promise.resolve(Response.json(refused ? { ok: false, diagnostic: { code: 'CONFLICT', path: 'input#/expectedDraft', message: 'no' } } : {}, { status: refused ? 409 : 200 }));
});

const set = (id: string, more: Partial<BulkDone>): BulkDone => ({ collection: 'posts', id, translates: null, version: 4, before: 'draft', after: 'draft', drafted: false, ...more });

it('each value goes back to the version or the draft that the set has made, and what was changed since is left', async () => {
  const changed = [set('entry', { former: { value: ['a'] } }), set('none', { former: {} }), set('draft', { drafted: true, former: { value: false, draft: 3 } }), set('gone', { drafted: true, former: { draft: 9 } })];
  const { done, left, tried } = await giveBack(changed, 'tags', () => undefined);
  expect(sent).toEqual({
    '/admin/api/entries/entry?collection=posts': { data: { tags: ['a'] }, expectedVersion: 4 },
    '/admin/api/entries/none?collection=posts': { data: { tags: null }, expectedVersion: 4 },
    '/admin/api/entries/draft/draft?collection=posts': { data: { tags: false }, expectedDraft: 3, expectedVersion: 4 },
    '/admin/api/entries/gone/draft?collection=posts': { data: { tags: null }, expectedDraft: 9, expectedVersion: 4 },
  });
  expect([done.map(({ id }) => id), left.map(({ id, diagnostic }) => [id, diagnostic.path]), tried]).toEqual([['entry', 'none', 'draft'], [['gone', 'input#/expectedDraft']], 4]);
});
