import { expect, it } from 'vitest';

import type { EntryDetail } from '../../api/types.gen';
import type { Line } from './lines';
import { rowsOf, togetherOf, versionOf, type Part } from './parts';

const part = (id: string, version: number, draftAt?: number) =>
  ({ name: id, key: id, detail: { entry: { id, version }, ...(draftAt === undefined ? {} : { draft: { savedAt: draftAt } }) } as EntryDetail });
const line = (of: string, version: number, time: number, kept = true) => ({ of, version, time, kept }) as Line;
const told = (parts: readonly Part[], lines: readonly Line[], hasMore = false) => rowsOf(parts, lines, hasMore).map((row) => `${row.part.key} ${row.line?.version ?? 'draft'}`);

const lines = [line('en', 2, 90), line('zh', 1, 50), line('en', 1, 40)];

it('a draft stands where its time is', () => {
  expect(told([part('en', 2, 95), part('zh', 1, 60)], lines)).toEqual(['en draft', 'en 2', 'zh draft', 'zh 1', 'en 1']);
});

it('a draft is above what it is a draft of, whatever its clock says', () => {
  expect(told([part('en', 2, 10), part('zh', 1)], lines)).toEqual(['en draft', 'en 2', 'zh 1', 'en 1']);
});

it('a draft that is older than all that is read waits for its place', () => {
  const parts = [part('en', 2), part('zh', 1), part('fr', 1, 20)];
  expect(told(parts, lines, true)).not.toContain('fr draft');
  expect(told(parts, lines)).toEqual(['en 2', 'zh 1', 'en 1', 'fr draft']);
});

it('a row leads to what is kept, or is as it is now', () => {
  const en = part('en', 3);
  expect([line('en', 3, 9, false), line('en', 2, 8), line('en', 1, 7, false)].map((each) => versionOf({ part: en, line: each }))).toEqual([3, 2, undefined]);
});

it('languages that were written at once are one row, but for a version with a name', () => {
  const parts = [part('en', 3), part('zh', 2)];
  const at = (of: string, version: number, time: number, more: Partial<Line> = {}) => ({ ...line(of, version, time), action: 'publish' as const, actor: { id: 'ada', name: 'Ada' }, ...more });
  const grouped = (all: Line[]) => togetherOf(rowsOf(parts, all, false)).map((rows) => rows.map(({ part: { key } }) => key).join(' '));
  expect(grouped([at('en', 3, 9), at('zh', 2, 9), at('en', 2, 8)])).toEqual(['en zh', 'en']);
  for (const more of [{ time: 8 }, { action: 'update' as const }, { actor: null }, { name: 'Kept' }]) {
    expect(grouped([at('en', 3, 9), at('zh', 2, 9, more)])).toEqual(['en', 'zh']);
  }
  expect(grouped([at('en', 3, 9), at('en', 2, 9)])).toEqual(['en', 'en']);
});
