import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** A paragraph of an address alone is shown as a card, and a picture alone as wide as the text. */
export const cards = Extension.create({
  name: 'cards',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => carded(doc),
        apply: (transaction, before) => (transaction.docChanged ? carded(transaction.doc) : before),
      },
      props: {
        decorations(state) {
          return this.getState(state);
        },
      },
    }),
  ],
});

function carded(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.forEach((block, at) => {
    const attrs = block.type.name === 'paragraph' && block.childCount === 1 ? cardOf(block.child(0)) : undefined;
    if (attrs) found.push(Decoration.node(at, at + block.nodeSize, attrs));
  });
  return DecorationSet.create(doc, found);
}

function cardOf(only: Node): { class: string; 'data-host'?: string } | undefined {
  if (only.type.name === 'picture') return { class: 'quartet-picture' };
  const href = String(only.marks.find(({ type }) => type.name === 'link')?.attrs['href'] ?? '');
  if (!only.isText || only.text !== href || !URL.canParse(href)) return undefined;
  return { class: 'quartet-card', 'data-host': new URL(href).host };
}
