import { expect, it } from 'vitest';

import type { ReleaseEntry } from '../../api/types.gen';
import { groupsOf } from './groups';

const entry = (collection: string, id: string, of?: string, refused: object | null = null) =>
  ({ collection, id, refused, ...(of ? { article: { collection: 'posts', id: of, title: of } } : {}) }) as ReleaseEntry;

it('an article is one with its languages, wherever they stand, and what is in the way comes first', () => {
  const groups = groupsOf([entry('posts', 'a', 'a'), entry('pages', 'p'), entry('post-texts', 'b-en', 'b', { code: 'CONFLICT' }), entry('post-texts', 'a-en', 'a')]);
  expect(groups.map(({ key, entries }) => [key, entries.map(({ id }) => id)])).toEqual([
    ['posts b', ['b-en']],
    ['posts a', ['a', 'a-en']],
    ['pages p', ['p']],
  ]);
});

it('an entry that is gone stands by itself', () => {
  expect(groupsOf([entry('post-texts', 'x'), entry('post-texts', 'y')])).toHaveLength(2);
});
