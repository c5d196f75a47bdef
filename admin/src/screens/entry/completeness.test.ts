import { expect, it } from 'vitest';

import type { Collection, Entry } from '../../api/types.gen';
import type { Data } from '../../values/data';
import { completed, completenessOf, copiesOf, seedOf, translatableOf, uniqueOf } from './completeness';

const texts: Collection = {
  name: 'post-texts', title: 'Texts', description: '', lifecycle: 'publishing', localized: true, translates: { parent: 'posts', on: 'slug' },
  readOnly: false, rowField: 'id', keys: [], uiSchema: null, searchable: [], sortable: [], sortedSlowly: [], filter: null, list: { primaryField: '', columns: [] }, media: [], parent: null, translations: [],
  schema: {
    type: 'object',
    required: ['slug', 'locale', 'title', 'body', 'publishedAt'],
    properties: {
      slug: { type: 'string' },
      locale: { type: 'string' },
      publishedAt: { type: 'integer' },
      title: { type: 'string' },
      body: { type: 'string' },
      alt: { type: ['string', 'null'] },
      author: { type: 'string', 'x-service-ref': 'authors' },
      editor: { type: 'string', 'x-service-bind': 'ctx.staff' },
      since: { type: 'string', format: 'date' },
    },
  },
};

it('the words of a translation are what is written in its language', () => {
  expect(translatableOf(texts)).toEqual(['title', 'body', 'alt']);
});

it('without any words, all but the join is', () => {
  const schema = { ...texts.schema, properties: { slug: { type: 'string' }, locale: { type: 'string' }, price: { type: 'integer' } } };
  expect(translatableOf({ ...texts, schema })).toEqual(['price']);
});

it.each([
  ['nothing yet', {}, {}, 0, 2],
  ['blank is not filled', { title: '  ', body: 'x' }, {}, 1, 2],
  ['what is required alone counts', { title: 'x', body: 'x' }, {}, 2, 2],
  ['what the source has counts too', { title: 'x', body: 'x' }, { alt: 'A cup' }, 2, 3],
  ['what the source lacks does not', { title: 'x', body: 'x', alt: 'x' }, { alt: '' }, 2, 2],
])('%s', (_, data, source, filled, needed) => {
  expect(completenessOf(texts, data, source)).toEqual({ filled, needed });
});

it('a new translation has its join, its language, and what does not depend on it', () => {
  const parent = entryOf({ type: 'object', properties: {} }, { slug: 'sencha', publishedAt: 9 });
  const source = { slug: 'old', locale: 'en', title: 'Title', publishedAt: 5, author: 'ada', editor: 'u1', since: '2024-01-01' };
  expect(seedOf(texts, 'zh-TW', parent, source)).toEqual({ slug: 'sencha', locale: 'zh-TW', publishedAt: 5, author: 'ada', since: '2024-01-01' });
});

it('the first one has from what is translated what both declare alike, and no words', () => {
  const properties = { publishedAt: { type: 'integer' }, author: { type: 'integer' }, title: { type: 'string' } };
  const parent = entryOf({ type: 'object', properties }, { slug: 'sencha', publishedAt: 9, author: 3, title: 'x' });
  expect(seedOf(texts, 'en', parent)).toEqual({ slug: 'sencha', locale: 'en', publishedAt: 9 });
});

it('has a copy of what both declare alike, and is not words', () => {
  const properties = { slug: { type: 'string' }, publishedAt: { type: 'integer' }, author: { type: 'integer' }, title: { type: 'string' } };
  expect(copiesOf(texts, entryOf({ type: 'object', properties }, {}).collection)).toEqual(['publishedAt']);
});

it('what was typed goes over what is known by the time that it is made', () => {
  const begun = { locale: 'en', publishedAt: 5, byline: 'x' };
  expect(completed({ locale: 'en', slug: 'tea', publishedAt: 9 }, begun, { locale: 'en', publishedAt: 5, title: 'Tea' })).toEqual({ locale: 'en', slug: 'tea', publishedAt: 9, title: 'Tea' });
  expect(completed({ publishedAt: 9 }, begun, { ...begun, publishedAt: 7 })).toEqual({ ...begun, publishedAt: 7 });
});

it('a copy leaves out what it is known by, and of a translation the language', () => {
  expect(uniqueOf(texts)).toEqual(['locale']);
  expect(uniqueOf({ ...texts, translates: null, rowField: 'slug' })).toEqual(['slug']);
  expect(uniqueOf({ ...texts, translates: null })).toEqual([]);
});

function entryOf(schema: Record<string, unknown>, data: Data) {
  const entry: Entry = { id: '1', collection: 'posts', status: 'draft', version: 1, createdAt: 0, updatedAt: 0, authorId: null, data };
  return { collection: { ...texts, name: 'posts', translates: null, schema }, entry };
}
