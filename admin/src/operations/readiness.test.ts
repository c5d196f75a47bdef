import { expect, it } from 'vitest';

import { asksNothing, counts, custom, discards, elsewhere, moves, upserts } from './operation.fixture';
import { hindranceOf, type RowState } from './readiness';

// "Run stays disabled until a resolvable OCC target or row-bound dialog has a captured version, and stays disabled when
// expectedVersion is required and no target resolves."
it.each<[string, typeof moves, RowState, string | null]>([
  ['requires a version, no row yet', moves, 'none', 'choose'],
  ['requires a version, its row on the way', moves, 'loading', 'loading'],
  ['requires a version, captured', moves, 'there', null],
  ['requires a version, and somebody was quicker', moves, 'moved', 'moved'],
  ['requires a version, its row deleted', moves, 'gone', 'gone'],
  ['requires the version of a bound row, no row yet', custom, 'none', 'choose'],
  ['requires the version of a bound row, captured', custom, 'there', null],
  ['requires a version and names no row of its target', elsewhere, 'none', 'noTarget'],
  ['requires a version, and the row there is another’s', elsewhere, 'there', 'noTarget'],
  ['takes a version, nothing there to have one', counts, 'none', null],
  ['takes a version, what was typed being looked for', counts, 'loading', 'loading'],
  ['takes a version, captured', counts, 'there', null],
  ['takes a version, makes a new one', upserts, 'none', null],
  ['takes none, needs a row', discards, 'none', 'choose'],
  ['takes none, has its row', discards, 'there', null],
  ['takes none, its row deleted', discards, 'gone', 'gone'],
  ['is about no row', asksNothing, 'none', null],
])('an operation that %s', (_, operation, row, hindrance) => {
  expect(hindranceOf(operation, row, false)).toBe(hindrance);
});

it('one that runs cannot be run again', () => {
  expect(hindranceOf(moves, 'there', true)).toBe('running');
});
