// @vitest-environment happy-dom
import { Editor, type JSONContent } from '@tiptap/core';
import { expect, it } from 'vitest';

import { isOfWords } from './blocks';
import { Faithful } from './faithful';
import { markdownFormat } from './markdown/format';
import { extensionsFor } from './schema/extensions';

it.each([
  ['a paragraph', 'words', true],
  ['a list', '- one\n- two', true],
  ['a picture alone', '![A pot](media:a)', false],
  ['a picture among words', 'See ![a pot](media:a) here', false],
  ['code', '```\nx\n```', false],
])('whether a block may be turned into another: %s', (_, markdown, want) => {
  const editor = new Editor({ extensions: extensionsFor('markdown', () => Promise.resolve(undefined)) });
  editor.commands.setContent(new Faithful(markdownFormat(editor.schema), editor.schema, markdown).doc.toJSON() as JSONContent);
  expect(isOfWords(editor, 1)).toBe(want);
  editor.destroy();
});
