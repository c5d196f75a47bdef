import { expect, it } from 'vitest';

import type { BulkDone, BulkLeft, Collection, EntrySummary } from '../api/types.gen';
import type { Role, Status } from '../api/words';
import { allows, countOf, isUndoable, keptOf, movesFor, runEach, sameOf, wayBack } from './bulk';

const entries = (...states: Status[]) => states.map((status, i) => ({ id: String(i), status, hasDraft: false, translations: [] as EntrySummary['translations'] }) as EntrySummary);
const [draft, published, archived] = entries('draft', 'published', 'archived') as [EntrySummary, EntrySummary, EntrySummary];
const inLanguages = (entry: EntrySummary, ...translations: Partial<EntrySummary['translations'][number]>[]) => [{ ...entry, translations: translations.map((each) => ({ locale: 'en', status: 'draft' as const, ...each })) }];
const publishing = { lifecycle: 'publishing', readOnly: false } as Collection;

it.each<[string, EntrySummary[], Collection, Role, string[]]>([
  ['drafts', entries('draft'), publishing, 'editor', ['publish', 'archive', 'delete']],
  ['published ones', entries('published'), publishing, 'owner', ['unpublish', 'archive']],
  ['archived ones', entries('archived'), publishing, 'owner', ['delete']],
  ['a mixture', entries('draft', 'published'), publishing, 'editor', ['publish', 'unpublish', 'archive', 'delete']],
  ['published ones with a pending draft', [{ ...published, hasDraft: true }], publishing, 'editor', ['publish', 'unpublish', 'archive']],
  ['published ones with a new language', inLanguages(published, {}), publishing, 'editor', ['publish', 'unpublish', 'archive']],
  ['published ones whose language has a pending draft', inLanguages(published, { status: 'published', hasDraft: true }), publishing, 'editor', ['publish', 'unpublish', 'archive']],
  ['published ones in all languages', inLanguages(published, { status: 'published' }), publishing, 'editor', ['unpublish', 'archive']],
  ['drafts of which readers fetch a language', inLanguages(draft, { status: 'published' }), publishing, 'editor', ['publish', 'unpublish', 'archive', 'delete']],
  ['archived ones with a language that waits', inLanguages(archived, {}), publishing, 'editor', ['archive', 'delete']],
  ['operational ones', entries('published'), { ...publishing, lifecycle: 'operational' }, 'editor', ['delete']],
  ['those of a contributor', entries('draft'), publishing, 'contributor', []],
  ['those that operations write', entries('draft'), { ...publishing, readOnly: true }, 'editor', ['publish', 'archive']],
  ['operational ones that operations write', entries('published'), { ...publishing, lifecycle: 'operational', readOnly: true }, 'owner', []],
])('moves of %s', (_, selected, collection, role, moves) => {
  expect(movesFor(selected, collection, role)).toEqual(moves);
});

it.each([
  ['draft', 'publish'],
  ['published', 'unpublish'],
  ['draft', 'archive'],
  ['published', 'archive'],
  ['archived', 'unpublish'],
] as const)('what was %s before %s comes back by moves that its states allow', (before, move) => {
  const after = { publish: 'published', unpublish: 'draft', archive: 'archived' } as const;
  let status: Status = after[move];
  for (const each of wayBack(before, move)) {
    expect(each === 'unpublish' ? status !== 'draft' : allows({ status, hasDraft: false, translations: [] }, each, publishing)).toBe(true);
    status = after[each as keyof typeof after];
  }
  expect(status).toBe(before);
});

it('nothing brings back what was deleted', () => expect(wayBack('draft', 'delete')).toEqual([]));

it('nothing takes down what readers saw before its draft was published', () => expect(wayBack('published', 'publish')).toEqual([]));

it('an article counts once, by its entry or by a translation alone', () => {
  const done = [{ id: 'a', translates: null }, { id: 'a-en', translates: 'a' }, { id: 'b-en', translates: 'b' }] as BulkDone[];
  expect(countOf(done)).toBe(2);
});

it('what was neither written nor refused is as it is wanted', () => {
  const done = [{ id: 'a', translates: null }, { id: 'b', translates: null }] as BulkDone[];
  const left = [{ id: 'c' }] as BulkLeft[];
  expect(sameOf({ done, left, tried: 7 }, { action: 'set' })).toBe(4);
  expect(sameOf({ done: [], left: [], tried: 7 }, { action: 'publish' })).toBe(0);
});

it('a set can be taken back where every value of before is known, and a move where states lead back', () => {
  const before = (former?: BulkDone['former']) => ({ before: 'draft', ...(former ? { former } : {}) }) as BulkDone;
  expect(isUndoable([before({}), before({ value: 'x' })], { action: 'set' })).toBe(true);
  expect(isUndoable([before({}), before()], { action: 'set' })).toBe(false);
  expect([isUndoable([before()], { action: 'publish' }), isUndoable([before()], { action: 'delete' })]).toEqual([true, false]);
});

it('what was set stays chosen, and what was so already, but nothing that was refused or not tried', () => {
  const done = [{ id: 'a' }] as BulkDone[];
  const left = [{ id: 'c' }] as BulkLeft[];
  const chosen = ['a', 'b', 'c'];
  expect(keptOf(chosen, { done, left, tried: 3 }, { action: 'set' })).toEqual(['a', 'b']);
  expect(keptOf(chosen, { done, left: [], tried: 1, stopped: new Error('no') }, { action: 'set' })).toEqual(['a']);
  expect(keptOf(chosen, { done, left, tried: 3 }, { action: 'publish' })).toEqual([]);
});

it('a failure does not stop the others, and few run at once', async () => {
  let running = 0;
  let most = 0;
  const told: number[] = [];
  const result = await runEach(
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    async (n) => {
      most = Math.max(most, ++running);
      await new Promise((done) => setImmediate(done));
      running--;
      if (n % 3 === 0) throw new Error(`no ${n}`);
      return n * 10;
    },
    (finished) => told.push(finished),
  );
  expect(result.done.toSorted((a, b) => a.item - b.item)).toEqual([1, 2, 4, 5, 7, 8].map((n) => ({ item: n, answer: n * 10 })));
  expect(result.failed.map(({ item }) => item).toSorted()).toEqual([3, 6, 9]);
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(4);
});
