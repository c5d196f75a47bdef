import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergedText, paragraphsOf, textChanges } from './paragraphs';
import { mergedData } from '../screens/entry/merge';

it.each(['', 'one', 'one\n\ntwo', 'one\n\n\n\ntwo\n', '<p>a</p><p>b</p>', '\n\none'])('paragraphs are the text again: %j', (text) => {
  expect(paragraphsOf(text).join('')).toBe(text);
});

describe('two people in one text', () => {
  const base = 'one\n\ntwo\n\nthree\n\nfour';
  it.each([
    ['each another paragraph', 'ONE\n\ntwo\n\nthree\n\nfour', 'one\n\ntwo\n\nthree\n\nFOUR', 'ONE\n\ntwo\n\nthree\n\nFOUR'],
    ['one adds, one changes', 'one\n\nnew\n\ntwo\n\nthree\n\nfour', 'one\n\ntwo\n\nTHREE\n\nfour', 'one\n\nnew\n\ntwo\n\nTHREE\n\nfour'],
    ['one removes, one changes', 'one\n\nthree\n\nfour', 'one\n\ntwo\n\nthree\n\nFOUR', 'one\n\nthree\n\nFOUR'],
    ['both the same', 'ONE\n\ntwo\n\nthree\n\nfour', 'ONE\n\ntwo\n\nthree\n\nfour', 'ONE\n\ntwo\n\nthree\n\nfour'],
    ['only they', base, 'x', 'x'],
    ['both one paragraph', 'ONE\n\ntwo\n\nthree\n\nfour', 'uno\n\ntwo\n\nthree\n\nfour', undefined],
    ['both add at one place', `${base}\n\nmine`, `${base}\n\ntheirs`, undefined],
    ['I remove what they change', 'one\n\nthree\n\nfour', 'one\n\nTWO\n\nthree\n\nfour', undefined],
  ])('%s', (_, mine, theirs, merged) => {
    expect(mergedText(base, mine, theirs)).toBe(merged);
    expect(mergedText(base, theirs, mine)).toBe(merged);
  });

  it('no word of either is lost where both are kept', () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % n;
    for (let round = 0; round < 300; round++) {
      const was = Array.from({ length: 2 + random(8) }, (_, i) => `p${i}`);
      const edit = (name: string) => was.map((each, i) => (random(4) === 0 ? `${each} ${name}${round}-${i}` : each));
      const [mine, theirs] = [edit('a'), edit('b')];
      const merged = mergedText(was.join('\n\n'), mine.join('\n\n'), theirs.join('\n\n'));
      if (merged === undefined) continue;
      for (const word of [...mine, ...theirs].join(' ').split(' ').filter((each) => each.includes('-'))) expect(merged).toContain(word);
    }
  });
});

it('fields are put together, and texts by paragraph', () => {
  const base = { title: 'a', body: 'one\n\ntwo', stars: 1 };
  expect(mergedData(base, { ...base, title: 'b', body: 'ONE\n\ntwo' }, { ...base, body: 'one\n\nTWO', stars: 2 })).toEqual({ title: 'b', body: 'ONE\n\nTWO', stars: 2 });
  expect(mergedData(base, { ...base, title: 'b' }, { ...base, title: 'c' })).toBeUndefined();
  expect(mergedData(base, { title: 'a', body: base.body }, { ...base, title: 'c' })).toEqual({ title: 'c', body: base.body });
});

describe('a text changes where it has to', () => {
  it.each([
    ['in a word', 'one\ntwo\nthree', 'one\ntwice\nthree', [{ from: 6, to: 7, insert: 'ice' }]],
    ['above and below', 'one\ntwo\nthree', 'ONE\ntwo\nthree!', [{ from: 0, to: 3, insert: 'ONE' }, { from: 13, to: 13, insert: '!' }]],
    ['a line comes', 'one\ntwo', 'one\nnew\ntwo', [{ from: 4, to: 4, insert: 'new\n' }]],
    ['a line goes', 'one\nnew\ntwo', 'one\ntwo', [{ from: 4, to: 8, insert: '' }]],
    ['nowhere', 'one', 'one', []],
  ])('%s', (_, before, after, changes) => {
    expect(textChanges(before, after)).toEqual(changes);
  });

  it('and is the other one then', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'ab', '\n', 'b\n'), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changed = textChanges(before, after).reduceRight((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), before);
        expect(changed).toBe(after);
      }),
    );
  });
});
