import { expect, it } from 'vitest';

import type { EntryDetail } from '../../../api/types.gen';
import type { Coming } from './coming';
import { stoppable } from './stops';

const of = (id: string, savedBy?: string, savedAt = 0) => ({ entry: { collection: 'posts', id }, ...(savedBy ? { draft: { savedBy: { id: savedBy }, savedAt } } : {}) }) as unknown as EntryDetail;
const coming = (does: Coming['does'], ids: string[], more: object = { move: { setAt: 5 } }) => ({ does, at: 9, parts: ids.map((id) => ({ collection: 'posts', id })), ...more }) as unknown as Coming;

it.each([
  ['a language that goes out, before a word is typed', [coming('publish', ['en'])], [of('post'), of('en')], false],
  ['what all languages share', [coming('publish', ['post', 'de'])], [of('post'), of('en')], false],
  ['what was typed after the time was set', [coming('publish', ['en'])], [of('post'), of('en', 'leo', 5)], true],
  ['what was typed before', [coming('publish', ['en'])], [of('en', 'leo', 4)], false],
  ['what an editor typed', [coming('publish', ['en'])], [of('en', 'ada', 6)], false],
  ['a release', [coming('publish', ['en'], { release: {} })], [of('en', 'leo', 6)], false],
  ['another language', [coming('publish', ['de'])], [of('post'), of('en')], undefined],
  ['what is taken from readers', [coming('unpublish', ['en'])], [of('en')], undefined],
])('a change of a contributor stops a publish: %s', (_, set, entries, stopped) => {
  expect(stoppable(set, entries, 'leo')?.stopped).toBe(stopped);
});
