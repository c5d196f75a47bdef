import { expect, it } from 'vitest';

import { bestNamed, matching, toldApart } from './matching';
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

it('of two that have the same words each says what it is, and the others say no more', () => {
  const told = toldApart([
    { action: { label: 'Authors' }, apart: 'Collection · authors' },
    { action: { label: 'Orders' }, apart: 'Collection · orders' },
    { action: { label: 'authors' }, apart: 'Report · every-author' },
    { action: { label: 'Tea', description: 'Posts' }, apart: '9:00' },
    { action: { label: 'Tea', description: 'Posts' }, apart: '10:00' },
    { action: { label: 'Tea', description: 'Pages' }, apart: '11:00' },
    { action: { label: 'One', description: 'Public report' }, apart: 'Public report · a' },
    { action: { label: 'One', description: 'Public report' }, apart: 'Public report · b' },
  ]);
  expect(told.map(({ description }: { description?: string }) => description)).toEqual([
    'Collection · authors', undefined, 'Report · every-author', 'Posts · 9:00', 'Posts · 10:00', 'Pages', 'Public report · a', 'Public report · b',
  ]);
});

const lists = ['Ohne Bild', 'Without a picture', 'Without a picture'].map((label, i) => ({ action: { label, description: 'Posts' }, apart: `${i}:00` }));

it.each([
  ['pictrue', ['Posts · 1:00', 'Posts · 2:00']],
  ['ohne', ['Posts']],
  ['posts bild', ['Posts']],
  ['scheduled', []],
])('what staff have named is found by “%s”, told apart', (term, said) => {
  expect(bestNamed(term, lists).map(({ description }) => description)).toEqual(said);
});

it('of many that fit only the best are offered', () => {
  const many = Array.from({ length: 20 }, (_, i) => ({ action: { label: `The spring ${i}` } }));
  const best = bestNamed('spring', [...many, { action: { label: 'Spring' } }]);
  expect([best.length, best[0]?.label]).toEqual([5, 'Spring']);
});
