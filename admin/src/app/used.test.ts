// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';

import { byUse, noteUse } from './used';

const collections = ['pages', 'posts', 'events'].map((name) => ({ name }));
const order = (user: string) => byUse(user, collections).map(({ name }) => name);

beforeEach(() => localStorage.clear());

it('the collection that somebody goes to most comes first, and nobody else has it so', () => {
  expect(order('eva')).toEqual(['pages', 'posts', 'events']);
  for (const name of ['events', 'posts', 'events']) noteUse('eva', name);
  expect(order('eva')).toEqual(['events', 'posts', 'pages']);
  expect(order('olga')).toEqual(['pages', 'posts', 'events']);
});

it('what was used long ago gives way', () => {
  for (let i = 0; i < 1_000; i++) noteUse('eva', 'pages');
  for (let i = 0; i < 100; i++) noteUse('eva', 'posts');
  expect(order('eva')[0]).toBe('posts');
});
