import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** A text with nothing in it says what can be done in it. */
export const placeholder = Extension.create({
  name: 'placeholder',
  addProseMirrorPlugins() {
    const { editor } = this;
    const words = () => (editor.options.editorProps.attributes as Record<string, string> | undefined)?.['aria-placeholder'];
    return [
      new Plugin({
        props: {
          decorations: ({ doc }) => {
            const said = words();
            return said !== undefined && isBlank(doc) ? DecorationSet.create(doc, [Decoration.node(0, doc.content.size, { 'data-placeholder': said })]) : null;
          },
        },
      }),
    ];
  },
});

const isBlank = (doc: Node) => doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.childCount === 0;
