import { expect, it } from 'vitest';

import { matching } from './matching';

const actions = [
  { id: 'a', label: 'Authors', keywords: 'authors' },
  { id: 'p', label: 'Posts', keywords: 'posts' },
  { id: 'o', label: 'Archive', description: 'Takes a post away' },
];

it.each([
  ['', ['a', 'p', 'o']],
  ['post', ['p', 'o']],
  ['A', ['a', 'o']],
  ['milk', []],
])('the actions for “%s”, the best first', (term, ids) => {
  expect(matching(term, actions).map(({ id }) => id)).toEqual(ids);
});
