import { describe, expect, it } from 'vitest';

import { differences, isMixed, isSettled, landed, merged, mergedData, settledOf, sideOf } from './merge';

describe('each property has the side that changed it', () => {
  it.each([
    ['nobody', 'a', 'a', 'a', []],
    ['only I', 'a', 'b', 'a', ['mine']],
    ['only they', 'a', 'a', 'b', ['theirs']],
    ['both, alike', 'a', 'b', 'b', ['theirs']],
    ['both, and not alike', 'a', 'b', 'c', [undefined]],
    ['I removed it', 'a', undefined, 'a', ['mine']],
    ['I removed what they changed', 'a', undefined, 'c', [undefined]],
    ['they removed it', 'a', 'a', undefined, ['theirs']],
    ['both removed it', 'a', undefined, undefined, ['theirs']],
    ['I added it', undefined, 'b', undefined, ['mine']],
    ['both changed a list', ['x'], ['x', 'y'], ['x', 'z'], [undefined]],
    ['both made the same object', undefined, { a: 1, b: 2 }, { b: 2, a: 1 }, ['theirs']],
  ])('%s', (_, base, mine, theirs, usual) => {
    const found = differences({ f: base }, { f: mine }, { f: theirs });
    expect(found.map((each) => each.usual)).toEqual(usual);
  });
});

describe('what is chosen is put into theirs', () => {
  const base = { title: 'Was', body: 'Was', note: 'kept' };
  const mine = { title: 'Mine', body: 'Mine' };
  const theirs = { title: 'Theirs', body: 'Theirs', note: 'their note' };
  it.each([
    ['theirs', { title: 'theirs', body: 'theirs', note: 'theirs' }, theirs],
    ['one of mine', { title: 'mine', body: 'theirs', note: 'theirs' }, { title: 'Mine', body: 'Theirs', note: 'their note' }],
    ['what I removed', { title: 'theirs', body: 'theirs', note: 'mine' }, { title: 'Theirs', body: 'Theirs' }],
  ] as const)('%s', (_, chosen, data) => {
    expect(merged(differences(base, mine, theirs), theirs, chosen)).toEqual(data);
  });
});

describe('a text that both changed', () => {
  const found = (mine: string, theirs: string) => differences({ f: 'one\n\ntwo\n\nthree' }, { f: mine }, { f: theirs }).map((each) => ({ usual: each.usual, both: each.both, mine: sideOf(each, 'mine'), theirs: sideOf(each, 'theirs'), mixed: isMixed(each, 'mine') }));
  it('in other paragraphs is put together, and either side can be had', () => {
    expect(found('ONE\n\ntwo\n\nthree', 'one\n\ntwo\n\nTHREE')).toEqual([
      { usual: 'both', both: 'ONE\n\ntwo\n\nTHREE', mine: 'ONE\n\ntwo\n\nthree', theirs: 'one\n\ntwo\n\nTHREE', mixed: false },
    ]);
  });
  it('of one paragraph is the one or the other', () => {
    expect(differences({ f: 'Tea' }, { f: 'Green tea' }, { f: 'Black tea' }).map(({ both }) => both)).toEqual([undefined]);
  });
  it('of one paragraph has the sentences of both, where it has more than one', () => {
    expect(differences({ f: 'Tea. It rains.' }, { f: 'Green tea. It rains.' }, { f: 'Black tea. It rains.' }).map(({ both }) => both)).toEqual(['Black tea. Green tea. It rains.']);
  });
  it('in one place is asked for that place alone, and has both there, one after the other', () => {
    expect(found('ONE\n\ntwo\n\nTHREE', 'uno\n\ntwo\n\nthree')).toEqual([
      { usual: undefined, both: 'uno\n\nONE\n\ntwo\n\nTHREE', mine: 'ONE\n\ntwo\n\nTHREE', theirs: 'uno\n\ntwo\n\nTHREE', mixed: false },
    ]);
    expect(found('ONE\n\ntwo\n\nthree', 'uno\n\ntwo\n\nTHREE')).toEqual([
      { usual: undefined, both: 'uno\n\nONE\n\ntwo\n\nTHREE', mine: 'ONE\n\ntwo\n\nTHREE', theirs: 'uno\n\ntwo\n\nTHREE', mixed: true },
    ]);
  });
});

it('one field that clashes leaves the others put together', () => {
  const base = { title: 'a', body: 'one\n\ntwo' };
  const [mine, theirs] = [{ title: 'b', body: 'ONE\n\ntwo' }, { title: 'c', body: 'one\n\nTWO' }];
  const found = differences(base, mine, theirs);
  expect(found.map(({ field, usual }) => [field, usual])).toEqual([['title', undefined], ['body', 'both']]);
  expect(merged(found, theirs, { title: 'mine' })).toEqual({ title: 'b', body: 'ONE\n\nTWO' });
});

describe('a draft whose entry was changed goes on', () => {
  const draft = { baseData: { title: 'a', body: 'one\n\ntwo' }, conflicts: ['body'] };
  it.each([
    ['with both, where they can be put together', { body: 'one\n\nTWO' }, { body: 'ONE\n\nTWO' }],
    ['with what it has, where the entry has a part of that', { body: 'ONE\n\ntwo' }, { body: 'ONE\n\ntwo' }],
    ['not where somebody has to choose', { body: 'uno\n\ntwo' }, undefined],
  ])('%s', (_, entry, settled) => {
    expect(settledOf(draft, { title: 'theirs', ...entry }, { title: 'a', body: 'ONE\n\ntwo' })).toEqual(settled);
  });
});

it('is settled once somebody chose where both changed', () => {
  const found = differences({ a: 1, b: 1 }, { a: 2, b: 2 }, { a: 3, b: 1 });
  expect(isSettled(found, {})).toBe(false);
  expect(isSettled(found, { a: 'theirs' })).toBe(true);
});

describe('what was sent and not answered is no change of somebody else', () => {
  const base = { title: 'Was', body: 'Was' };
  it.each([
    ['it arrived, and one typed on', [{ title: 'Sent' }], { title: 'Sent', body: 'Was' }, { title: 'Sent, and more', body: 'Was' }],
    ['it arrived, and somebody wrote elsewhere', [{ title: 'Sent' }], { title: 'Sent', body: 'Theirs' }, { title: 'Sent, and more', body: 'Theirs' }],
    ['the first of two arrived', [{ title: 'First' }, { title: 'Sent' }], { title: 'First', body: 'Was' }, { title: 'Sent, and more', body: 'Was' }],
    ['it did not arrive, and somebody else wrote there', [{ title: 'Sent' }], { title: 'Theirs', body: 'Was' }, undefined],
    ['what was removed arrived', [{ title: null }], { body: 'Was' }, { title: 'Sent, and more', body: 'Was' }],
  ])('%s', (_, sent, now, result) => {
    expect(mergedData(landed(base, sent, now), { title: 'Sent, and more', body: 'Was' }, now)).toEqual(result);
  });
});
