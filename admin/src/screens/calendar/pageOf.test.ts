import { expect, it } from 'vitest';

import { pageOf } from './pageOf';

const german = { collection: 'post-texts', id: 'de', locale: 'de', title: 'Tee' };

it.each([
  ['a release', { direction: 'release', collection: '', entry: 'r', parts: [german] } as const, { to: '/releases/$id', params: { id: 'r' } }],
  ['an article', { direction: 'publish', collection: 'posts', entry: 'p', parts: [german, { ...german, locale: 'en' }] } as const, { to: '/c/$collection/$id', params: { collection: 'posts', id: 'p' }, search: {} }],
  ['one language of it', { direction: 'publish', collection: 'posts', entry: 'p', parts: [german] } as const, { to: '/c/$collection/$id', params: { collection: 'posts', id: 'p' }, search: { locale: 'de' } }],
  ['an entry that is named itself', { direction: 'publish', collection: 'post-texts', entry: 'de', parts: [german] } as const, { to: '/c/$collection/$id', params: { collection: 'post-texts', id: 'de' }, search: {} }],
])('%s has its page', (_, of, page) => {
  expect(pageOf(of)).toEqual(page);
});
