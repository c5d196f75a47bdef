import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

/** Where a word stands that was searched. */
export interface Hit {
  from: number;
  to: number;
}

export interface Found {
  query: string;
  hits: readonly Hit[];
  /** The one that is looked at. */
  at: number;
}

const key = new PluginKey<Found & { shown: DecorationSet }>('find');
const nothing = { query: '', hits: [], at: 0, shown: DecorationSet.empty };

/** Marks what is searched in a text. */
export const findable = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin<Found & { shown: DecorationSet }>({
      key,
      state: {
        init: () => nothing,
        apply: (transaction, before) => {
          const asked = transaction.getMeta(key) as Partial<Found> | undefined;
          if (!asked && (!transaction.docChanged || before.query === '')) return before;
          const query = asked?.query ?? before.query;
          const hits = asked?.query === undefined && !transaction.docChanged ? before.hits : hitsIn(transaction.doc, query);
          const at = hits.length === 0 ? 0 : Math.min(asked?.at ?? before.at, hits.length - 1);
          return { query, hits, at, shown: marked(transaction.doc, hits, at) };
        },
      },
      props: { decorations: (state) => key.getState(state)?.shown },
    }),
  ],
});

const marked = (doc: Node, hits: readonly Hit[], at: number) => DecorationSet.create(doc, hits.map(({ from, to }, i) => Decoration.inline(from, to, { class: i === at ? 'quartet-found quartet-current' : 'quartet-found' })));

/** Every place of a text, without regard to case. What is no text stands for one character that nothing matches. */
export function hitsIn(doc: Node, query: string): Hit[] {
  const hits: Hit[] = [];
  if (query === '') return hits;
  // Letters in capitals may be more characters than in small: the places are those of the text as it is.
  const wanted = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, '\u0000');
    for (const { index, 0: found } of text.matchAll(wanted)) hits.push({ from: at + 1 + index, to: at + 1 + index + found.length });
    return false;
  });
  return hits;
}

export const foundIn = (view: EditorView): Found => key.getState(view.state) ?? nothing;

export function search(view: EditorView, query: string): void {
  const { from } = view.state.selection;
  const hits = hitsIn(view.state.doc, query);
  const at = Math.max(0, hits.findIndex((each) => each.from >= from));
  view.dispatch(view.state.tr.setMeta(key, { query, at }));
}

/** Selects the one that is looked at, so that somebody goes on there. */
export function selectHit(view: EditorView): void {
  const { hits, at } = foundIn(view);
  const hit = hits[at];
  if (hit) view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, hit.from, hit.to)));
}

/** Looks at the next one, or the one before, round and round. */
export function step(view: EditorView, by: -1 | 1): void {
  const { hits, at } = foundIn(view);
  const next = (at + by + hits.length) % Math.max(1, hits.length);
  const hit = hits[next];
  if (!hit) return;
  view.dispatch(view.state.tr.setMeta(key, { at: next }).setSelection(TextSelection.create(view.state.doc, hit.from, hit.to)));
  const { node } = view.domAtPos(hit.from);
  (node instanceof HTMLElement ? node : node.parentElement)?.scrollIntoView({ block: 'center' });
}

/** Puts other words in the place of one, or of all. The marks stay. */
export function replaceHits(view: EditorView, words: string, all: boolean): void {
  const { hits, at } = foundIn(view);
  const { tr } = view.state;
  const chosen = all ? hits : hits.slice(at, at + 1);
  for (const { from, to } of chosen.toReversed()) {
    if (words === '') tr.delete(from, to);
    else tr.replaceWith(from, to, view.state.schema.text(words, tr.doc.resolve(from + 1).marks()));
  }
  if (chosen.length > 0) view.dispatch(tr);
}
