import { beforeAll, describe, expect, it } from 'vitest';

import type { Collection } from '../../../api/types.gen';
import { bringLatin, lacksLatin, slugOf } from '../../../forms/slug';
import { withLateSlug, withSlug } from './slug';

it.each([
  ['Mind the pot', 'mind-the-pot'],
  ['  Crème brûlée & tea: 3 ways!  ', 'creme-brulee-tea-3-ways'],
  ['Lin’s first leaf', 'lins-first-leaf'],
  ['小心壺身', ''],
  ['Oolong 烏龍', 'oolong'],
  ['', ''],
])('the slug of “%s” is “%s”', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

it('a slug that is too long ends with a whole word', () => {
  expect(slugOf('one leaf at a time', 10)).toBe('one-leaf');
  expect(slugOf('one leaf at a time', 8)).toBe('one-leaf');
  expect(slugOf('unputdownable', 5)).toBe('unput');
});

const of = (slug: object) => ({ schema: { type: 'object', properties: { slug } } }) as unknown as Collection;
const posts = of({ type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' });

it.each([
  ['follows the title', posts, {}, '', 'The pot', 'the-pot'],
  ['follows it on', posts, { slug: 'the-po' }, 'The po', 'The pot', 'the-pot'],
  ['is gone with it', posts, { slug: 'the' }, 'The', '', undefined],
  ['that somebody chose stays', posts, { slug: 'pot' }, 'The po', 'The pot', 'pot'],
  ['is gone where the title has no letters for one', posts, { slug: 'the' }, 'The', '壺', undefined],
  ['is not made where it would be refused', of({ type: 'string', pattern: '^[a-z]+$' }), {}, '', 'The pot', undefined],
  ['is not made of what the service fills', of({ type: 'string', 'x-service-bind': 'ctx.user' }), {}, '', 'The pot', undefined],
  ['is not made where it is one of several', of({ type: 'string', enum: ['glazing', 'firing'] }), {}, '', 'Raku', undefined],
  ['is not made of what is no text', of({ type: 'integer' }), {}, '', 'The pot', undefined],
] as const)('a slug %s', (_, collection, data, before, now, slug) => {
  expect(withSlug(collection, data, before, now)['slug']).toBe(slug);
});

describe('a title in another script', () => {
  it.each([
    ['小心壺身', true],
    ['Oolong 烏龍', true],
    ['Łódź', true],
    ['Crème brûlée & tea: 3 ways!', false],
  ])('“%s” is brought what writes it in Latin letters: %s', (title, lacks) => {
    expect(lacksLatin(title)).toBe(lacks);
  });

  describe('once that is here', () => {
    beforeAll(bringLatin);

    it.each([
      ['小心壺身', 'xiao-xin-hu-shen'],
      ['Oolong 烏龍', 'oolong-wu-long'],
      ['Чай и самовар', 'chay-i-samovar'],
      ['한국 녹차', 'hangug-nogca'],
      ['Łódź', 'lodz'],
      ['  Crème brûlée & tea: 3 ways!  ', 'creme-brulee-tea-3-ways'],
      ['☕', ''],
    ])('the slug of “%s” is “%s”', (title, slug) => {
      expect(slugOf(title)).toBe(slug);
      expect(lacksLatin(title)).toBe(false);
    });

    it.each([
      ['is made where there is none', {}, '', '壺', 'hu'],
      ['takes the place of what the letters before it had', { slug: 'oolong' }, 'Oolong ', 'Oolong 烏龍', 'oolong-wu-long'],
      ['takes the place of what its own letters had', { slug: 'odz' }, '', 'Łódź', 'lodz'],
      ['follows the title of an earlier visit', { slug: 'wu-long' }, '烏龍', '烏龍茶', 'wu-long-cha'],
      ['leaves one that somebody chose', { slug: 'tea' }, 'Oolong ', 'Oolong 烏龍', 'tea'],
    ])('one that comes late %s', (_, data, before, now, slug) => {
      expect(withLateSlug(posts, data, before, now)['slug']).toBe(slug);
    });

    it('one that was shortened to its Latin letters stays', () => {
      expect(withSlug(posts, { slug: 'oolong' }, 'Oolong 烏龍', 'Oolong 烏龍茶')['slug']).toBe('oolong');
    });
  });
});
