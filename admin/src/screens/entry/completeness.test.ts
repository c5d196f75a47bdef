import { expect, it } from 'vitest';

import type { Collection } from '../../api/types.gen';
import { completenessOf, seedOf, translatableOf } from './completeness';

const texts: Collection = {
  name: 'post-texts', title: 'Texts', description: '', lifecycle: 'publishing', localized: true, translates: { parent: 'posts', on: 'slug' },
  readOnly: false, rowField: 'id', uiSchema: null, searchable: [], sortable: [], filter: null, list: { primaryField: '', columns: [] }, media: [], parent: null, translations: [],
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
  const source = { slug: 'old', locale: 'en', title: 'Title', publishedAt: 5, author: 'ada', editor: 'u1', since: '2024-01-01' };
  expect(seedOf(texts, 'sencha', 'zh-TW', source)).toEqual({ slug: 'sencha', locale: 'zh-TW', publishedAt: 5, author: 'ada', since: '2024-01-01' });
});
