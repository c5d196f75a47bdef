import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { DraftKeeper } from './keeper';
import { countDrafts, keepDraft, keyOf, readDraft } from './store';
import { storage } from './storage.testing';
import { listen } from './tab';

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

describe('two tabs with the same entry', () => {
  const tab = (name: string) => new DraftKeeper({ ...place, tab: name }, () => undefined);
  const typed = (name: string, at: number) => {
    const keeper = tab(name);
    keeper.keep(draft(at));
    keeper.flush();
    return keeper;
  };
  const all = () => true;
  const listening: (() => void)[] = [];
  const open = (keeper: DraftKeeper) => listening.push(listen({ dropped: (key) => keeper.rewrite(key), holds: (key) => keeper.holds(key) }));
  beforeEach(() => void vi.useRealTimers());
  afterEach(() => listening.splice(0).forEach((deaf) => deaf()));

  it('write two drafts, and each finds its own', () => {
    typed('a', 1);
    typed('b', 2);
    expect(tab('a').find()?.at).toBe(1);
    expect(tab('c').find()).toBeUndefined();
    expect(countDrafts('ada')).toBe(1);
  });

  it('the draft of a closed tab is taken over, the newest first, and moves here', async () => {
    typed('a', 1);
    typed('b', 2);
    const taken = await tab('c').takeOver(all);
    expect([taken?.at, tab('c').find()?.at, readDraft({ ...place, tab: 'a' })?.at, readDraft({ ...place, tab: 'b' })]).toEqual([2, 2, 1, undefined]);
  });

  it('the draft of an open tab stays there', async () => {
    open(typed('b', 2));
    typed('a', 1);
    expect((await tab('c').takeOver(all))?.at).toBe(1);
    expect(await tab('d').takeOver(({ at }) => at === 2)).toBeUndefined();
    expect(readDraft({ ...place, tab: 'b' })?.at).toBe(2);
  });

  it('a tab that answered too late writes its draft again', async () => {
    const slow = typed('a', 1);
    const heard = new Promise<void>((resolve) => {
      listening.push(listen({ dropped: (key) => { slow.rewrite(key); resolve(); }, holds: () => false }));
    });
    expect((await tab('b').takeOver(all))?.at).toBe(1);
    await heard;
    expect(readDraft({ ...place, tab: 'a' })?.at).toBe(1);
    slow.drop();
    slow.rewrite(keyOf({ ...place, tab: 'a' }));
    expect(readDraft({ ...place, tab: 'a' })).toBeUndefined();
  });

  it('one draft is taken over by one of two that look at once', async () => {
    typed('a', 1);
    const taken = await Promise.all([tab('b').takeOver(all), tab('c').takeOver(all)]);
    expect(taken.map((each) => each?.at)).toEqual([1, undefined]);
  });

  it('what nobody wants is removed, but where it is open', async () => {
    typed('a', 1);
    open(typed('b', 2));
    expect(await tab('c').takeOver(() => false)).toBeUndefined();
    expect([readDraft({ ...place, tab: 'a' }), readDraft({ ...place, tab: 'b' })?.at]).toEqual([undefined, 2]);
  });

  it('a draft that is taken over takes the room of no other', async () => {
    const room = 2 * JSON.stringify(draft(1)).length;
    vi.stubGlobal('localStorage', storage(room));
    const other = { ...place, id: '2' };
    keepDraft(other, draft(1));
    typed('a', 2);
    expect((await tab('b').takeOver(all))?.at).toBe(2);
    expect([readDraft(other)?.at, readDraft({ ...place, tab: 'b' })?.at]).toEqual([1, 2]);
  });
});
