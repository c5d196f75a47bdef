import { expect, it } from 'vitest';

import { entryOf } from './operation.fixture';
import { onwardFrom } from './onward';

const order = { collection: 'orders', id: 'o1' };
const made = { collection: 'notes', id: 'e1' };

it.each([
  ['the entry that it ran on', { ok: true }, order, order],
  ['the entry that it ran on, whatever it answered', entryOf('notes', {}), order, order],
  ['the entry that it made', entryOf('notes', {}), undefined, made],
  ['none that it deleted', { removed: true }, order, undefined],
  ['the one that it did not delete', { removed: false }, order, order],
  ['none where it is about none', 12, undefined, undefined],
])('after a run the way leads to %s', (_, output, ranOn, place) => {
  expect(onwardFrom(output, ranOn)).toEqual(place);
});
