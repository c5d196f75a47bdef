import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { DraftKeeper } from './keeper';
import { countDrafts, keyOf, readDraft } from './store';
import { storage } from './storage.testing';
import { whenDropped } from './tab';

const place = { user: 'ada', collection: 'posts', id: '1' };
const draft = (at: number) => ({ at, version: 1, patch: { title: String(at) }, was: {} });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storage());
});
afterEach(() => void vi.useRealTimers());

it('writes within a second of typing, however long it goes on', () => {
  const keeper = new DraftKeeper(place, () => undefined);
  for (let at = 1; at <= 10; at++) {
    keeper.keep(draft(at));
    vi.advanceTimersByTime(150);
  }
  expect(readDraft(place)?.at).toBeGreaterThanOrEqual(7);
  vi.advanceTimersByTime(1000);
  expect(readDraft(place)?.at).toBe(10);
});

it('writes at once when the page is left', () => {
  const keeper = new DraftKeeper(place, () => undefined);
  keeper.keep(draft(1));
  keeper.flush();
  expect(readDraft(place)?.at).toBe(1);
});

it('what was saved before it was written is not written any more', () => {
  const keeper = new DraftKeeper(place, () => undefined);
  keeper.keep(draft(1));
  keeper.drop();
  vi.advanceTimersByTime(1000);
  expect(readDraft(place)).toBeUndefined();
});

it('drops its own draft, found or written, and not that of another window', () => {
  const one = new DraftKeeper(place, () => undefined);
  const two = new DraftKeeper(place, () => undefined);
  one.keep(draft(1));
  one.flush();
  two.keep(draft(2));
  two.flush();
  one.drop();
  expect(readDraft(place)?.at).toBe(2);
  const later = new DraftKeeper(place, () => undefined);
  expect(later.find()?.at).toBe(2);
  later.drop();
  expect(readDraft(place)).toBeUndefined();
});

it('moves to the entry that was made, and leaves nothing behind', () => {
  const fresh = { ...place, id: 'new' };
  const keeper = new DraftKeeper(fresh, () => undefined);
  keeper.keep(draft(1));
  keeper.flush();
  keeper.moveTo(place);
  keeper.keep(draft(2));
  keeper.flush();
  expect(readDraft(fresh)).toBeUndefined();
  expect(readDraft(place)?.at).toBe(2);
});

it('tells when there is no room', () => {
  vi.stubGlobal('localStorage', storage(10));
  const tell = vi.fn();
  const keeper = new DraftKeeper(place, tell);
  keeper.keep(draft(1));
  keeper.flush();
  expect(tell).toHaveBeenCalledWith(false);
});

it('two tabs with the same entry write two drafts, and each finds its own', () => {
  const [one, two] = [new DraftKeeper({ ...place, tab: 'a' }, () => undefined), new DraftKeeper({ ...place, tab: 'b' }, () => undefined)];
  one.keep(draft(1));
  one.flush();
  two.keep(draft(2));
  two.flush();
  expect(new DraftKeeper({ ...place, tab: 'a' }, () => undefined).find()?.at).toBe(1);
  expect(new DraftKeeper({ ...place, tab: 'c' }, () => undefined).find()?.at).toBe(2);
  expect(countDrafts('ada')).toBe(1);
});

it('what is discarded in one tab is written again by the one that works on it', async () => {
  vi.useRealTimers();
  const worked = { ...place, tab: 'a' };
  const one = new DraftKeeper(worked, () => undefined);
  one.keep(draft(1));
  one.flush();
  const heard = new Promise<void>((resolve) => {
    const deaf = whenDropped((key) => {
      one.rewrite(key);
      deaf();
      resolve();
    });
  });
  const two = new DraftKeeper({ ...place, tab: 'b' }, () => undefined);
  expect(two.find()?.at).toBe(1);
  two.drop();
  expect(readDraft(worked)).toBeUndefined();
  await heard;
  expect(readDraft(worked)?.at).toBe(1);
  one.drop();
  one.rewrite(keyOf(worked));
  expect(readDraft(worked)).toBeUndefined();
});
