import { getSchema } from '@tiptap/core';
import { expect, it } from 'vitest';

import { Faithful } from './faithful';
import { markdownFormat } from './markdown/format';
import { extensionsFor } from './schema/extensions';

const schema = getSchema(extensionsFor('markdown'));
const format = markdownFormat(schema);
const text = '* one\n* two\n\nSome __words__ of it.\n\nThe end.\n';

it('a document that says the same is written as the text stands', () => {
  const held = new Faithful(format, schema, text);
  const { doc } = new Faithful(format, schema, '- one\n- two\n\nSome **words** of it.\n\nThe end.');
  const list = doc.child(0);
  const same = doc.copy(doc.content.replaceChild(0, list.type.create({ ...list.attrs, marker: '*' }, list.content)));
  expect(held.write(same)).toBe(text);
});

it('of two blocks that say the same, the one that stays keeps its bytes', () => {
  const held = new Faithful(format, schema, '*same*\n\n_same_');
  expect(held.write(held.doc.copy(held.doc.content.cut(held.doc.child(0).nodeSize)))).toBe('_same_');
});
