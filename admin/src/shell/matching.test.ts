import { expect, it } from 'vitest';

import { matching } from './matching';
import { verbWords } from './verbWords';

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

const verbs = [
  { id: 'new', label: 'New entry in Posts', keywords: verbWords['new'] ?? '' },
  { id: 'publish', label: 'Publish: Matcha', keywords: verbWords['publish'] ?? '' },
  { id: 'unpublish', label: 'Unpublish: Matcha', keywords: verbWords['unpublish'] ?? '' },
  { id: 'theme', label: 'Switch to the dark theme', keywords: verbWords['theme'] ?? '' },
  { id: 'signOut', label: 'Sign out', keywords: verbWords['signOut'] ?? '' },
];

it.each([
  ['new post', 'new'],
  ['post new', 'new'],
  ['npo', 'new'],
  ['nein', 'new'],
  ['publish', 'publish'],
  ['pubilsh', 'publish'],
  ['publsh', 'publish'],
  ['上線', 'publish'],
  ['下架', 'unpublish'],
  ['night', 'theme'],
  ['深色', 'theme'],
  ['log out', 'signOut'],
  ['登出', 'signOut'],
  ['xyzzy', undefined],
])('“%s” is %s', (term, id) => {
  expect(matching(term, verbs)[0]?.id).toBe(id);
});
