import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view';

import { foundNext, hitFrom, hitsInText, markOf, type Found, type Searched } from './find';
import type { Latest } from './latest';

const nothing: Found = { query: '', hits: [], at: 0 };
const asked = StateEffect.define<Partial<Found>>();
const heard = new WeakMap<EditorView, Set<() => void>>();

const field = StateField.define<Found>({
  create: () => nothing,
  update: (before, { effects, docChanged, newDoc }) => foundNext(before, effects.find((each) => each.is(asked))?.value, docChanged, (query) => hitsInText(newDoc.toString(), query)),
  provide: (own) => EditorView.decorations.from(own, ({ hits, at }) => Decoration.set(hits.map(({ from, to }, i) => Decoration.mark(markOf(i === at)).range(from, to)))),
});

/** The editor of a text as it is kept, once it is made. */
export type Held = Latest<EditorView | undefined>;

/** Marks what is searched in a text as it is kept: the search of a browser sees only the lines that are shown. */
export const findableSource = (held: Held): Extension => [
  field,
  ViewPlugin.define((view) => (held.is(view), {})),
  EditorView.updateListener.of(({ view }) => heard.get(view)?.forEach((tell) => tell())),
];

export function searchedInSource(held: Held): Searched {
  const found = () => held.now?.state.field(field) ?? nothing;
  return {
    on: (changed) => {
      const view = held.now;
      if (!view) return () => undefined;
      const all = heard.get(view) ?? new Set();
      heard.set(view, all.add(changed));
      return () => void all.delete(changed);
    },
    found,
    search: (query) => {
      const { state } = held.now ?? {};
      if (!state) return;
      const hits = hitsInText(state.doc.toString(), query);
      const at = hitFrom(hits, state.selection.main.from);
      held.now?.dispatch({ effects: [asked.of({ query, at }), ...(hits[at] ? [EditorView.scrollIntoView(hits[at].from, { yMargin: 80 })] : [])] });
    },
    step: (by) => {
      const { hits, at } = found();
      const next = (at + by + hits.length) % Math.max(1, hits.length);
      if (hits[next]) held.now?.dispatch({ effects: [asked.of({ at: next }), EditorView.scrollIntoView(hits[next].from, { y: 'center' })], selection: { anchor: hits[next].from, head: hits[next].to } });
    },
    replace: (words, all) => {
      const { hits, at } = found();
      const changes = (all ? hits : hits.slice(at, at + 1)).map(({ from, to }) => ({ from, to, insert: words }));
      if (changes.length > 0) held.now?.dispatch({ changes, userEvent: 'input.replace' });
    },
    selected: () => {
      const { from = 0, to = 0 } = held.now?.state.selection.main ?? {};
      const words = held.now?.state.sliceDoc(from, to) ?? '';
      return words.includes('\n') ? '' : words.slice(0, 100);
    },
  };
}

/** Selects the place that is looked at, so that somebody goes on there. */
export function selectFound(view: EditorView): void {
  const { hits, at } = view.state.field(field);
  if (hits[at]) view.dispatch({ selection: { anchor: hits[at].from, head: hits[at].to } });
}
