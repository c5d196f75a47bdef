import { Extension, type Editor } from '@tiptap/core';
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
          const found = foundNext(before, transaction.getMeta(key) as Partial<Found> | undefined, transaction.docChanged, (query) => hitsIn(transaction.doc, query));
          return found === before ? before : { ...found, shown: marked(transaction.doc, found) };
        },
      },
      props: { decorations: (state) => key.getState(state)?.shown },
    }),
  ],
});

/** What is found after a question, or after a change of the text; the same object where neither was. */
export function foundNext(before: Found, asked: Partial<Found> | undefined, changed: boolean, hitsOf: (query: string) => readonly Hit[]): Found {
  if (!asked && (!changed || before.query === '')) return before;
  const query = asked?.query ?? before.query;
  const hits = asked?.query === undefined && !changed ? before.hits : hitsOf(query);
  return { query, hits, at: hits.length === 0 ? 0 : Math.min(asked?.at ?? before.at, hits.length - 1) };
}

/** How a place is marked that is looked at, and how the others are. */
export const markOf = (isCurrent: boolean) => ({ class: isCurrent ? 'quartet-found quartet-current' : 'quartet-found' });

const marked = (doc: Node, { hits, at }: Found) => DecorationSet.create(doc, hits.map(({ from, to }, i) => Decoration.inline(from, to, markOf(i === at))));

/** Every place of a text, without regard to case. What is no text stands for one character that nothing matches. */
export function hitsIn(doc: Node, query: string): Hit[] {
  const hits: Hit[] = [];
  if (query === '') return hits;
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true;
    hits.push(...hitsInText(node.textBetween(0, node.content.size, undefined, '\u0000'), query, at + 1));
    return false;
  });
  return hits;
}

/** Every place in some words that begin at `from`. */
export function hitsInText(text: string, query: string, from = 0): Hit[] {
  if (query === '') return [];
  // Letters in capitals may be more characters than in small: the places are those of the text as it is.
  const wanted = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  return Array.from(text.matchAll(wanted), ({ index, 0: found }) => ({ from: from + index, to: from + index + found.length }));
}

/** A text as the search bar knows it. */
export interface Searched {
  on: (changed: () => void) => () => void;
  /** The same object until something else is found. */
  found: () => Found;
  search: (query: string) => void;
  step: (by: -1 | 1) => void;
  replace: (words: string, all: boolean) => void;
  /** What is selected in a line, which somebody searches first. */
  selected: () => string;
}

export const searchedIn = (editor: Editor): Searched => ({
  on: (changed) => {
    editor.on('transaction', changed);
    return () => editor.off('transaction', changed);
  },
  found: () => foundIn(editor.view),
  search: (query) => !editor.isDestroyed && search(editor.view, query),
  step: (by) => step(editor.view, by),
  replace: (words, all) => replaceHits(editor.view, words, all),
  selected: () => selectedIn(editor),
});

const foundIn = (view: EditorView): Found => key.getState(view.state) ?? nothing;

function selectedIn({ state: { doc, selection } }: Editor): string {
  const { $from, $to, from, to } = selection;
  return $from.sameParent($to) ? doc.textBetween(from, Math.min(to, from + 100)) : '';
}

/** The one of some hits that is next from a place on. */
export const hitFrom = (hits: readonly Hit[], from: number) => Math.max(0, hits.findIndex((each) => each.from >= from));

export function search(view: EditorView, query: string): void {
  const { from } = view.state.selection;
  view.dispatch(view.state.tr.setMeta(key, { query, at: hitFrom(hitsIn(view.state.doc, query), from) }));
  bring(view, false);
}

/** Brings the place that is looked at into the middle, unless it is in sight already and may stay where it is. */
function bring(view: EditorView, always: boolean): void {
  const shown = view.dom.querySelector('.quartet-current');
  if (!shown) return;
  const { top, bottom } = shown.getBoundingClientRect();
  // What stands above and below the text may cover its edges.
  if (always || top < innerHeight / 5 || bottom > (innerHeight * 9) / 10) shown.scrollIntoView({ block: 'center' });
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
  bring(view, true);
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
