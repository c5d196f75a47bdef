import { expect, it } from 'vitest';

import type { EntryVersion } from '../../api/types.gen';
import { begin, nextLines, type Line, type Stream } from './lines';

const line = (version: number, time: number): EntryVersion => ({
  version, time, kept: true, actor: null, credential: null, clientId: null, surface: 'admin', action: 'update', name: null, changed: null,
});

/** A service that has versions at these times, the newest first, in pages of `size`. */
function service(times: Record<string, readonly number[]>, size: number) {
  return (of: string, cursor: string | null) => {
    const all = (times[of] ?? []).map((time, i, { length }) => line(length - i, time));
    const from = Number(cursor ?? 0);
    return Promise.resolve({ items: all.slice(from, from + size), nextCursor: from + size < all.length ? String(from + size) : null });
  };
}

async function pagesOf(times: Record<string, readonly number[]>, size: number, page: number): Promise<Line[][]> {
  const pages: Line[][] = [];
  for (let at: readonly Stream[] | null = begin(Object.keys(times)); at; ) {
    const { items, next } = await nextLines(at, page, service(times, size));
    pages.push(items);
    at = next;
  }
  return pages;
}

const three = { shared: [90, 40, 5], en: [100, 99, 98, 97, 30, 20, 10], zh: [95, 60, 50] };

it.each([[1, 1], [2, 3], [3, 2], [50, 50]])('read %i at a time and shown %i at a time, all lines come in the order of their times', async (size, page) => {
  const pages = await pagesOf(three, size, page);
  expect(pages.flat().map(({ time }) => time)).toEqual([100, 99, 98, 97, 95, 90, 60, 50, 40, 30, 20, 10, 5]);
  expect(pages.slice(0, -1).every(({ length }) => length === page)).toBe(true);
});

it('of an entry whose clock went back, the versions keep their order, and none is lost', async () => {
  const lines = (await pagesOf({ en: [50, 80, 20], zh: [60, 10] }, 1, 2)).flat();
  expect(lines.filter(({ of }) => of === 'en').map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(lines).toHaveLength(5);
});

it('many at the same time all come', async () => {
  const lines = (await pagesOf({ en: [7, 7, 7, 7], zh: [7, 7, 7] }, 2, 2)).flat();
  expect(new Set(lines.map(({ of, version }) => `${of} ${version}`)).size).toBe(7);
});

it('an article without a version has no lines', async () => {
  expect(await pagesOf({ en: [], zh: [] }, 2, 2)).toEqual([[]]);
});
