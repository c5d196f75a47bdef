import { expect, it } from 'vitest';

import type { ArticlePart } from '../../../api/types.gen';
import type { Working } from '../working';
import { asSeen } from './seen';

const part = (id: string, version: number, draft: number) => ({ collection: 'texts', id, version, draft }) as ArticlePart;
const saved = (id: string, version: number, counter?: number) => ({ collection: 'texts', id, version, ...(counter === undefined ? {} : { draft: { counter, base: 1 } }) }) as Working;

it.each([
  ['nobody went on with it', part('en', 1, 2), [], part('en', 1, 2)],
  ['somebody else typed on', part('en', 1, 3), [], part('en', 1, 2)],
  ['somebody else saved it', part('en', 2, 0), [], part('en', 1, 2)],
  ['what was typed on was typed here', part('en', 1, 3), [saved('en', 1, 3)], part('en', 1, 3)],
  ['it was saved here', part('en', 2, 0), [saved('en', 2)], part('en', 2, 0)],
  ['somebody else typed on behind what was typed here', part('en', 1, 4), [saved('en', 1, 3)], part('en', 1, 2)],
  ['another language was saved here', part('en', 1, 3), [undefined, saved('de', 1, 3)], part('en', 1, 2)],
  ['it was not there', part('fr', 1, 0), [], part('fr', 1, 0)],
])('what is published was seen: %s', (_, now, own, seen) => {
  expect(asSeen([now], [part('en', 1, 2)], own)).toEqual([seen]);
});
