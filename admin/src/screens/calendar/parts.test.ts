import { expect, it } from 'vitest';

import type { Article } from '../../api/types.gen';
import { dividedParts } from './parts';

const refused = { code: 'INPUT_VALIDATION_FAILED', message: 'No.' };
const article = {
  parts: [
    { id: 'shared', waits: true, refused: null },
    { id: 'english', locale: 'en', waits: true, refused: null },
    { id: 'german', locale: 'de', waits: true, refused },
    { id: 'french', locale: 'fr', waits: false, refused: null },
  ],
} as unknown as Article;

it('an article is published with each language that waits and is complete', () => {
  const { ready, unready, shared } = dividedParts(article);
  expect([ready, unready, [shared]].map((parts) => parts.map((each) => each?.id))).toEqual([['shared', 'english'], ['german'], ['shared']]);
});
