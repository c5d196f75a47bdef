import { beforeEach, describe, expect, it, vi } from 'vitest';

import { countDrafts, dropDraft, dropDraftsOf, keepDraft, longestDraft, mostDrafts, readDraft, type Draft } from './store';
import { storage } from './storage.testing';

const place = (id: string, user = 'ada') => ({ user, collection: 'posts', id });
const draft = (at: number, title = 'x'): Draft => ({ at, version: 3, patch: { title }, was: { title: 'old' } });

beforeEach(() => void vi.stubGlobal('localStorage', storage()));

it('what was kept is read, with the version it was made on', () => {
  expect(keepDraft(place('1'), draft(1))).toBe(true);
  expect(readDraft(place('1'))).toEqual({ at: 1, version: 3, patch: { title: 'x' }, was: { title: 'old' } });
  expect(readDraft(place('2'))).toBeUndefined();
  expect(readDraft(place('1', 'bob'))).toBeUndefined();
  dropDraft(place('1'));
  expect(readDraft(place('1'))).toBeUndefined();
});

it('names with a slash stay apart', () => {
  keepDraft({ user: 'a', collection: 'b/c', id: 'd' }, draft(1));
  expect(readDraft({ user: 'a', collection: 'b', id: 'c/d' })).toBeUndefined();
});

describe('bounds', () => {
  it('the oldest makes room for one too many', () => {
    for (let i = 0; i <= mostDrafts; i++) keepDraft(place(String(i)), draft(i + 1));
    expect(countDrafts('ada')).toBe(mostDrafts);
    expect(readDraft(place('0'))).toBeUndefined();
    expect(readDraft(place('1'))).toBeDefined();
  });

  it('writing the same again drops nothing', () => {
    for (let i = 0; i < mostDrafts; i++) keepDraft(place(String(i)), draft(i + 1));
    keepDraft(place('0'), draft(100));
    expect(countDrafts('ada')).toBe(mostDrafts);
  });

  it('one that is too long is not kept, nor is what it was before', () => {
    keepDraft(place('1'), draft(1));
    expect(keepDraft(place('1'), draft(2, 'x'.repeat(longestDraft)))).toBe(false);
    expect(readDraft(place('1'))).toBeUndefined();
  });

  it('full storage gives up the oldest first', () => {
    vi.stubGlobal('localStorage', storage(1000));
    for (let i = 1; i <= 3; i++) expect(keepDraft(place(String(i)), draft(i, 'x'.repeat(300)))).toBe(true);
    expect([1, 2, 3].map((i) => readDraft(place(String(i))) !== undefined)).toEqual([false, true, true]);
    expect(keepDraft(place('4'), draft(4, 'x'.repeat(2000)))).toBe(false);
  });
});

it('signing out removes the drafts of one user', () => {
  keepDraft(place('1'), draft(1));
  keepDraft(place('1', 'bob'), draft(1));
  dropDraftsOf('ada');
  expect(countDrafts('ada')).toBe(0);
  expect(countDrafts('bob')).toBe(1);
});

it.each(['nonsense', 'null', '[]', '{"at":1}', '{"at":1,"version":1,"patch":[],"was":{}}'])('%s is no draft', (text) => {
  localStorage.setItem('quartet.draft/ada/posts/1', text);
  expect(readDraft(place('1'))).toBeUndefined();
});

it('without storage nothing is kept, and nothing breaks', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(keepDraft(place('1'), draft(1))).toBe(false);
  expect(readDraft(place('1'))).toBeUndefined();
  dropDraftsOf('ada');
});
