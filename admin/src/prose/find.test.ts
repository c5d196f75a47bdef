import { getSchema } from '@tiptap/core';
import { expect, it } from 'vitest';

import { hitsIn } from './find';
import { readMarkdown } from './markdown/read';
import { extensionsFor } from './schema/extensions';

const schema = getSchema(extensionsFor('markdown'));

/** What is found in a text, as it stands there. */
function found(text: string, query: string): string[] {
  const doc = schema.topNodeType.create(null, readMarkdown(schema, text).pieces.map(({ node }) => node));
  return hitsIn(doc, query).map(({ from, to }) => doc.textBetween(from, to));
}

it.each([
  ['Tea and tea', 'TEA', ['Tea', 'tea']],
  ['a **b**c', 'bc', ['bc']],
  ['1 + 1 (one)', '+ 1 (', ['+ 1 (']],
  ['茶與茶', '茶', ['茶', '茶']],
  ['x', '', []],
  // In small letters "İ" is two characters.
  ['İİ tea', 'tea', ['tea']],
  ['| a | tea |\n| --- | --- |\n| tea | b |', 'tea', ['tea', 'tea']],
])('in %j, %j is at its places', (text, query, hits) => {
  expect(found(text, query)).toEqual(hits);
});
