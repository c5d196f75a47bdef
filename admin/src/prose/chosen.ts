import { Extension } from '@tiptap/core';
import { AllSelection, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Where somebody is: who has come back and done nothing yet may have pressed elsewhere, which is not read then. */
type Place = 'here' | 'away' | 'back';

const key = new PluginKey<Place>('chosen');

/** What is selected stays marked while somebody is elsewhere: where it leads, or what they say of it, is typed there. */
export const staysChosen = Extension.create({
  name: 'chosen',
  addProseMirrorPlugins: () => [
    new Plugin<Place>({
      key,
      state: {
        init: () => 'here',
        apply: (transaction, place) => {
          // The editor itself tells of the focus so.
          if (transaction.getMeta('blur')) return 'away';
          // The mark is taken off with what is done next: a change of what is seen would put the selection back under a press.
          if (transaction.getMeta('focus')) return place === 'away' ? 'back' : place;
          return place === 'back' && (transaction.selectionSet || transaction.docChanged) ? 'here' : place;
        },
      },
      props: {
        decorations: (state) => {
          const { doc, selection } = state;
          const isText = selection instanceof TextSelection || selection instanceof AllSelection;
          if (key.getState(state) === 'here' || selection.empty || !isText) return null;
          return DecorationSet.create(doc, [Decoration.inline(selection.from, selection.to, { class: 'quartet-chosen' })]);
        },
      },
    }),
  ],
});
