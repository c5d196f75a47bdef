import { expect, it } from 'vitest';

import type { EntrySummary } from '../../api/types.gen';
import { latest } from './latest';

const entry = (id: string, updatedAt: number): EntrySummary => ({
  id, updatedAt, collection: 'posts', status: 'draft', version: 1, title: id, preview: '', createdAt: 0, authorId: null, translations: [], hasDraft: false,
});

it('the latest of all lists comes first, and no more than were asked for', () => {
  const lists = [[entry('a', 9), entry('b', 1)], [], [entry('c', 5), entry('d', 5)]];
  expect(latest(lists, 3).map(({ id }) => id)).toEqual(['a', 'd', 'c']);
});
