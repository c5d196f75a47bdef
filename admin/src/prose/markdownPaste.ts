import { Extension } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';

import { cleaned } from './paste';
import { readMarkdown } from './markdown/read';

/** What is pasted comes as it looked where it was copied; plain text is read as Markdown, except into code. */
export const pastes = (leftOut: (pictures: number) => void) => Extension.create({
  name: 'pastes',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        transformPastedHTML: (html) => {
          const { html: kept, leftOut: count } = cleaned(html);
          if (count > 0) leftOut(count);
          return kept;
        },
        clipboardTextParser: (text, $at, plain, view) => {
          const { schema } = view.state;
          const nodes = plain || $at.parent.type.spec.code ? [] : readMarkdown(schema, text).pieces.map(({ node }) => node);
          if (nodes.length > 0) return Slice.maxOpen(Fragment.from(nodes));
          const lines = text.split(/\r\n?|\n/).map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]));
          return Slice.maxOpen(Fragment.from($at.parent.type.spec.code ? [schema.node('paragraph', null, text === '' ? [] : [schema.text(text)])] : lines));
        },
      },
    }),
  ],
});
