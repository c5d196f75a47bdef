import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { changeMany, foresee } from './bulk';
import type { BulkChange, BulkResult, EntrySummary, Foresight } from './types.gen';

const ids = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `id-${i}`, version: 1 }));
const part = (change: number, stay: number) => ({ change, stay, served: 0, drafted: 0, reasons: stay === 0 ? [] : [{ code: 'CONFLICT', path: 'data#/status', message: 'Published.', count: stay }] });

/** What the service was asked, call by call, and what it answers. */
let asked: BulkChange[];
let answer: (body: BulkChange) => Foresight | BulkResult | undefined;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const change = JSON.parse(body) as BulkChange;
    asked.push(change);
    const said = answer(change);
    if (said === undefined) return Promise.reject(new TypeError('Failed to fetch'));
    const response = new Response(JSON.stringify(said), { status: 200, headers: { 'content-type': 'application/json' } });
    return Promise.resolve(response);
  });
});

afterEach(() => vi.unstubAllGlobals());

const foreseen = ({ ids: named = [] }: BulkChange): Foresight => {
  const stay = named.filter(({ id }) => Number(id.slice(3)) % 100 === 0).length;
  return { entries: part(named.length - stay, stay), translations: part(1, 0), unread: 1, first: named.slice(0, 3).map(({ id }) => ({ id }) as EntrySummary), more: false };
};

it('what would be done to named entries is asked for all of them, as they are changed', async () => {
  answer = foreseen;
  const all = await foresee('posts', { ids: ids(650) }, { action: 'delete' });
  expect(asked.map(({ ids: named = [], foresee: dry }) => [named.length, dry])).toEqual([[200, true], [200, true], [200, true], [50, true]]);
  expect(all).toMatchObject({ entries: { change: 643, stay: 7, reasons: [{ code: 'CONFLICT', count: 7 }] }, translations: { change: 4 }, unread: 4, more: false });
  expect(all.first.map(({ id }) => id)).toEqual(['id-0', 'id-1', 'id-2', 'id-200', 'id-201']);
});

it('beyond a thousand it says that there are more', async () => {
  answer = foreseen;
  const all = await foresee('posts', { ids: ids(1050) }, { action: 'archive' });
  expect(asked).toHaveLength(5);
  expect([all.entries.change + all.entries.stay, all.more]).toEqual([1000, true]);
});

const done = ({ ids: named = [] }: BulkChange): BulkResult => ({
  done: named.map(({ id }) => ({ collection: 'posts', id, translates: null, version: 2, before: 'draft', after: 'published', drafted: false })),
  left: [],
  tried: named.length,
  nextCursor: null,
});

it('a call that fails loses nothing of what was done before it', async () => {
  answer = (body) => (asked.length > 2 ? undefined : done(body));
  const told: number[] = [];
  const outcome = await changeMany('posts', { ids: ids(650) }, { action: 'publish' }, (tried) => told.push(tried));
  expect([outcome.done.length, outcome.tried, told]).toEqual([400, 400, [200, 400]]);
  expect(outcome.stopped).toMatchObject({ kind: 'offline' });
});

it('the first call that fails is a failure', async () => {
  answer = () => undefined;
  await expect(changeMany('posts', { ids: ids(3) }, { action: 'publish' }, () => undefined)).rejects.toMatchObject({ kind: 'offline' });
});

it('how many were tried counts those that were chosen, and not their translations', async () => {
  answer = (body) => ({ ...done(body), left: [{ collection: 'post-texts', id: 't', title: '', diagnostic: { code: 'CONFLICT', message: '' } }], tried: 2 });
  const outcome = await changeMany('posts', { match: {} }, { action: 'publish', translations: true }, () => undefined);
  expect(outcome.tried).toBe(2);
});
