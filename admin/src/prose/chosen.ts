import { Extension } from '@tiptap/core';
import { AllSelection, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const key = new PluginKey<boolean>('chosen');

/** What is selected stays marked while somebody is elsewhere: where it leads, or what they say of it, is typed there. */
export const staysChosen = Extension.create({
  name: 'chosen',
  addProseMirrorPlugins: () => [
    new Plugin<boolean>({
      key,
      state: {
        init: () => false,
        // The editor itself tells of the focus so.
        apply: (transaction, away) => (transaction.getMeta('blur') ? true : transaction.getMeta('focus') ? false : away),
      },
      props: {
        decorations: (state) => {
          const { doc, selection } = state;
          const isText = selection instanceof TextSelection || selection instanceof AllSelection;
          if (key.getState(state) !== true || selection.empty || !isText) return null;
          return DecorationSet.create(doc, [Decoration.inline(selection.from, selection.to, { class: 'quartet-chosen' })]);
        },
      },
    }),
  ],
});
