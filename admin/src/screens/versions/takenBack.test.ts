import { afterEach, expect, it, vi } from 'vitest';

import type { Collection, Draft, Entry, EntryDetail } from '../../api/types.gen';
import { takenBack } from './takenBack';

afterEach(() => vi.unstubAllGlobals());

const collection = { name: 'posts', lifecycle: 'publishing', readOnly: false } as unknown as Collection;
const [pot, kettle, cup] = [{ title: 'pot' }, { title: 'kettle' }, { title: 'cup' }];

const detail = (status: Entry['status'], data: object, draft?: object, version = 1) =>
  ({
    entry: { id: '1', collection: 'posts', status, version, data } as Entry,
    permissions: {},
    ...(draft && { draft: { counter: 2, base: version, data: draft, conflicts: [] } as unknown as Draft }),
  }) as unknown as EntryDetail;

it.each<[what: string, before: EntryDetail, restored: EntryDetail, asked: string]>([
  ['a draft that it made goes', detail('published', pot), detail('published', pot, cup), 'DELETE /1/draft'],
  ['in a draft stands what stood there', detail('published', pot, kettle), detail('published', pot, cup), 'PATCH /1/draft {"data":{"title":"kettle"},"expectedDraft":2,"expectedVersion":1}'],
  ['in an entry that is a draft, too', detail('draft', pot), detail('draft', cup, undefined, 2), 'PATCH /1 {"data":{"title":"pot"},"expectedVersion":2}'],
  ['a draft that it ended is begun again', detail('published', pot, kettle), detail('published', pot), 'PATCH /1/draft {"data":{"title":"kettle"},"expectedDraft":0,"expectedVersion":1}'],
  ['one over a draft is, too, and is no version', detail('draft', pot, kettle), detail('draft', pot), 'PATCH /1/draft {"data":{"title":"kettle"},"expectedDraft":0,"expectedVersion":1}'],
])('%s', async (_, before, restored, asked) => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body = '' }: { method?: string; body?: string }) => {
    requests.push(`${method} ${path.replace(/\?.*/, '').replace('/admin/api/entries', '')} ${body}`.trim());
    return Promise.resolve(Response.json({ entry: restored.entry, draft: null }));
  });
  await takenBack(collection, before, restored);
  expect(requests).toEqual([asked]);
});
