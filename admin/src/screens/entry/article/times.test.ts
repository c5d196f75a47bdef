import { expect, it } from 'vitest';

import type { Article, ScheduledMove } from '../../../api/types.gen';
import { incompleteParts, leftParts, offeredParts, timesNow } from './times';

const refused = { code: 'INPUT_VALIDATION_FAILED', message: 'No.' };
const part = (id: string, more: object) => ({ collection: 'posts', id, status: 'draft', waits: false, served: false, refused: null, ...more });
const article = {
  parts: [
    part('shared', { waits: true }),
    part('en', { locale: 'en', waits: true, served: true, status: 'published' }),
    part('de', { locale: 'de', waits: true, refused }),
    part('fr', { locale: 'fr', served: true, status: 'published' }),
    part('it', { locale: 'it', status: 'archived' }),
  ],
} as unknown as Article;
const move = (direction: string, at: number, ids: string[], failedAt: number | null = null) =>
  ({ direction, at, failedAt, parts: ids.map((id) => ({ collection: 'posts', id, title: id })) }) as unknown as ScheduledMove;
const ids = (parts: readonly { id: string }[]) => parts.map(({ id }) => id);

it('what waits and is complete can be published at a time', () => {
  expect(ids(offeredParts(article, [], 'publish'))).toEqual(['shared', 'en']);
  const incomplete = { ...article, parts: article.parts.map((each) => (each.id === 'shared' ? { ...each, refused } : each)) };
  expect(offeredParts(incomplete, [], 'publish')).toEqual([]);
});

it('what readers can fetch can be unpublished at a time, also what they can fetch by then', () => {
  expect(ids(offeredParts(article, [], 'unpublish'))).toEqual(['en', 'fr']);
  expect(ids(offeredParts(article, [move('publish', 1, ['shared', 'de', 'it'])], 'unpublish'))).toEqual(['shared', 'en', 'de', 'fr']);
});

it('says which languages readers can still fetch after an unpublish', () => {
  expect(ids(leftParts(article, [], move('unpublish', 5, ['shared'])))).toEqual(['en', 'fr']);
  expect(ids(leftParts(article, [move('unpublish', 4, ['fr'])], move('unpublish', 5, ['shared', 'en'])))).toEqual([]);
  expect(ids(leftParts(article, [move('unpublish', 6, ['fr'])], move('unpublish', 5, ['shared', 'en'])))).toEqual(['fr']);
  expect(ids(leftParts(article, [move('unpublish', 4, ['fr'], 4)], move('unpublish', 5, ['shared', 'en'])))).toEqual(['fr']);
});

it('says which parts a publish leaves behind', () => {
  expect(ids(leftParts(article, [], move('publish', 5, ['shared', 'en'])))).toEqual(['de']);
});

it('a new time replaces that of the chosen parts, and the others keep theirs', () => {
  const together = move('publish', 1, ['shared', 'en', 'de']);
  const { replaced, kept } = timesNow([together, move('unpublish', 1, ['shared']), move('publish', 1, ['shared'], 1)], 'publish', [{ collection: 'posts', id: 'shared' }, { collection: 'posts', id: 'en' }]);
  expect(replaced).toEqual([together]);
  expect(kept.map(({ move: of, parts }) => [of, ids(parts)])).toEqual([[together, ['de']]]);
  expect(timesNow([move('publish', 1, ['de'])], 'publish', [{ collection: 'posts', id: 'en' }]).replaced).toEqual([]);
});

it('what cannot go out yet says why: all languages share that of what they share', () => {
  const shared = { parts: [part('shared', { waits: true, refused }), ...article.parts.slice(1)] } as unknown as Article;
  expect([article, shared].map((each) => incompleteParts(each).map(({ part: { id }, refused: { code } }) => `${id} ${code}`))).toEqual([['de INPUT_VALIDATION_FAILED'], ['shared INPUT_VALIDATION_FAILED']]);
});
