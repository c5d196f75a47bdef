// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import type { Collection, Entry, EntryDetail } from '../../api/types.gen';
import { useLags } from './useLags';
import type { LocaleState, TranslationSet } from './useTranslations';

const hour = 3_600_000;
const collection = { name: 'words', translates: { on: 'slug' }, schema: { properties: { title: { type: 'string' }, slug: { type: 'string' }, locale: { type: 'string' } } } } as unknown as Collection;
const entry = (id: string, version: number, at: number) => ({ id, collection: 'words', locale: id, version, updatedAt: at * hour }) as unknown as Entry;
const state = (own: Entry, savedAt?: number) => ({ locale: own.id, detail: { entry: own, ...(savedAt && { draft: { savedAt: savedAt * hour } }) } as unknown as EntryDetail }) as LocaleState;
const setOf = (source: Entry, ...others: LocaleState[]): TranslationSet => ({ collection, source, locales: [state(source), ...others, { locale: 'de', detail: undefined } as LocaleState] });
const en = entry('en', 2, 5);
const lines = [{ version: 2, time: 5 * hour, changed: ['title'] }, { version: 1, time: 0, changed: ['title'] }];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function lagging(set: TranslationSet) {
  const fetch = vi.fn(() => Promise.resolve(Response.json({ items: lines, nextCursor: null })));
  vi.stubGlobal('fetch', fetch);
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
  const { result, rerender } = renderHook(useLags, { wrapper, initialProps: set });
  return { behind: () => [...result.current.of.keys()], rerender, fetch };
}

it('a language is behind what it is made from, until it has a new version: what is typed into it meanwhile hides nothing', async () => {
  const { behind, rerender } = lagging(setOf(en, state(entry('zh', 3, 1)), state(entry('fr', 1, 6))));
  await waitFor(() => expect(behind()).toEqual(['zh']));
  rerender(setOf(en, state(entry('zh', 3, 1), 7)));
  expect(behind()).toEqual(['zh']);
  rerender(setOf(en, state(entry('zh', 4, 7))));
  expect(behind()).toEqual([]);
});

it('one whose draft is newer is not behind when its page is opened, and nothing is asked', () => {
  const { behind, fetch } = lagging(setOf(en, state(entry('zh', 3, 1), 7)));
  expect([behind(), fetch.mock.calls.length]).toEqual([[], 0]);
});
