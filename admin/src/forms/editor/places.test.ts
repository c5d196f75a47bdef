import { ChangeSet } from '@codemirror/state';
import { expect, it } from 'vitest';

import { inParagraph, markdownOf, wordlessAt } from './insertions';
import { changedPlaces, movedPlaces, type Place } from './places';

const three = ['a', 'b', 'c'].map((id): Place => ({ id, filename: `${id}.png`, at: 4 }));

it.each([['abc'], ['cba'], ['bca'], ['cab']])('files that arrive as %s stand as they were given', (turns) => {
  let text = 'Tea.';
  let places: Place[] = three;
  for (const id of turns) {
    const at = places.find((each) => each.id === id)?.at ?? 0;
    const lines = { before: text.slice(0, at).split('\n').at(-1) ?? '', after: text.slice(at).split('\n')[0] ?? '' };
    const insert = inParagraph(markdownOf({ id, alt: '', filename: '', picture: true }), lines.before, lines.after);
    const change = ChangeSet.of({ from: at, insert }, text.length);
    places = movedPlaces(places, (each, side) => change.mapPos(each, side), id);
    text = text.slice(0, at) + insert + text.slice(at);
  }
  expect(places).toEqual([]);
  expect(text).toBe('Tea.\n\n![](media:a)\n\n![](media:b)\n\n![](media:c)');
});

it('what is typed meanwhile moves them', () => {
  const change = ChangeSet.of({ from: 0, insert: 'More ' }, 4);
  expect(movedPlaces(three, (at, side) => change.mapPos(at, side)).map(({ at }) => at)).toEqual([9, 9, 9]);
});

it('nothing is shown for a failed upload until it is tried again', () => {
  const failed = changedPlaces(three, { hide: ['b'] });
  expect(failed.filter(({ hidden }) => hidden).map(({ id }) => id)).toEqual(['b']);
  expect(changedPlaces(failed, { hide: [] }).some(({ hidden }) => hidden)).toBe(false);
  expect(changedPlaces(failed, { drop: ['a', 'b'] }).map(({ id }) => id)).toEqual(['c']);
});

it.each([
  [{ alt: 'A [boat]\n at sea', picture: true }, '![A \\[boat\\] at sea](media:x)'],
  [{ alt: '', picture: true }, '![](media:x)'],
  [{ alt: 'A plan', picture: false }, '[plan.pdf](media:x)'],
])('%j is written as %s', (file, text) => {
  expect(markdownOf({ id: 'x', filename: 'plan.pdf', ...file })).toBe(text);
});

it('words come wherever a picture has none', () => {
  expect(wordlessAt('![](media:x) ![b](media:x) ![](media:y) ![](media:x)', 'x')).toEqual([2, 42]);
});
