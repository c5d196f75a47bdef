import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection, type EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

import type { Quote } from '../api/types.gen';

/** What the service takes, in characters. */
export const mostQuoted = 200;
const mostAround = 32;

/** How long nobody types before words are looked for anew, in milliseconds. */
const pause = 300;

/** Words that somebody has commented on. */
export interface Quoted {
  id: string;
  quote: Quote;
}

interface Span {
  from: number;
  to: number;
}

/** The text of a document in one line after the other, and where each line begins in both. */
interface Flat {
  text: string;
  lines: { index: number; at: number; length: number }[];
}

/** What is no text stands for one character. */
const leafText = ({ type }: Node) => (type.name === 'hardBreak' ? '\n' : '\ufffc');

function flatten(doc: Node): Flat {
  const lines: Flat['lines'] = [];
  const parts: string[] = [];
  let index = 0;
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, leafText);
    lines.push({ index, at: at + 1, length: text.length });
    parts.push(text);
    index += text.length + 1;
    return false;
  });
  return { text: parts.join('\n'), lines };
}

/** Where in the text a place of the document is: the nearest one behind it, or before it. */
function indexOf({ lines }: Flat, at: number): number {
  let index = 0;
  for (const line of lines) {
    if (line.at > at) break;
    index = line.index + Math.min(at - line.at, line.length);
  }
  return index;
}

function placeOf({ lines }: Flat, index: number): number {
  const line = lines.findLast((each) => each.index <= index) ?? { index: 0, at: 0, length: 0 };
  return line.at + Math.min(index - line.index, line.length);
}

/** The first, or the last, characters of a text: no character is cut in two. */
const firstOf = (text: string, count: number) => Array.from(text).slice(0, count).join('');
const lastOf = (text: string, count: number) => Array.from(text).slice(-count).join('');

/** What is selected, as it is found again: its words, and some of what is around them. */
export function quoteOf({ doc, selection }: EditorState): Quote | undefined {
  if (selection.empty) return undefined;
  const flat = flatten(doc);
  const [start, end] = [indexOf(flat, selection.from), indexOf(flat, selection.to)];
  const chosen = flat.text.slice(start, end);
  const exact = firstOf(chosen.trim(), mostQuoted).trimEnd();
  if (exact === '') return undefined;
  const from = start + chosen.length - chosen.trimStart().length;
  return { exact, prefix: lastOf(flat.text.slice(Math.max(0, from - 2 * mostAround), from), mostAround), suffix: firstOf(flat.text.slice(from + exact.length, from + exact.length + 2 * mostAround), mostAround) };
}

/** Words of this length that a text has once are those of a quote, whatever is around them now. */
const unmistakable = 8;

/**
 * Where quotes stand: of several places with the same words, the one whose surroundings are most alike. A place whose surroundings
 * are others on both sides is another one with the same words.
 */
export function placesOf(doc: Node, quotes: readonly Quote[]): (Span | undefined)[] {
  if (quotes.length === 0) return [];
  const flat = flatten(doc);
  return quotes.map((quote) => {
    const places = placesIn(flat.text, quote);
    const best = places.reduce<Place | undefined>((found, each) => (!found || each.before + each.behind > found.before + found.behind ? each : found), undefined);
    if (!best || !isThere(best, quote, places.length === 1)) return undefined;
    return { from: placeOf(flat, best.index), to: placeOf(flat, best.index + quote.exact.length) };
  });
}

/** Where words stand, and how many characters before and behind them are those of the quote. */
interface Place {
  index: number;
  before: number;
  behind: number;
}

function placesIn(text: string, { exact, prefix, suffix }: Quote): Place[] {
  const found: Place[] = [];
  for (let index = text.indexOf(exact); index >= 0 && exact !== ''; index = text.indexOf(exact, index + 1)) {
    let [before, behind] = [0, 0];
    while (before < prefix.length && text[index - 1 - before] === prefix[prefix.length - 1 - before]) before++;
    while (behind < suffix.length && text[index + exact.length + behind] === suffix[behind]) behind++;
    found.push({ index, before, behind });
  }
  return found;
}

const isThere = ({ before, behind }: Place, { exact, prefix, suffix }: Quote, once: boolean) =>
  (once && exact.length >= unmistakable) || before * 2 > prefix.length || behind * 2 > suffix.length || prefix.length + suffix.length === 0;

interface State {
  quotes: readonly Quoted[];
  marks: DecorationSet;
  /** The one that somebody was led to. */
  current: string | undefined;
}

const key = new PluginKey<State>('quotes');

type Change = Partial<Pick<State, 'quotes' | 'current'>>;

/** Marks words that are commented on. What is kept of the text has nothing of it. `changed` hears when other words are found, or are gone. */
export const quotable = (changed: () => void) =>
  Extension.create({
    name: 'quotes',
    addProseMirrorPlugins: () => [
      new Plugin<State>({
        key,
        state: {
          init: () => ({ quotes: [], marks: DecorationSet.empty, current: undefined }),
          apply: (transaction, before) => {
            const change = transaction.getMeta(key) as Change | undefined;
            if (change) {
              const next = { ...before, ...change };
              return { quotes: next.quotes, current: next.current, marks: marked(transaction.doc, next) };
            }
            return transaction.docChanged ? { ...before, marks: before.marks.map(transaction.mapping, transaction.doc) } : before;
          },
        },
        props: { decorations: (state) => key.getState(state)?.marks },
        view: () => {
          let timer: ReturnType<typeof setTimeout> | undefined;
          // Words that came back by undo, or were moved, are found again. What is being composed is left alone.
          const later = (view: EditorView) => {
            clearTimeout(timer);
            timer = setTimeout(() => {
              if (view.composing) later(view);
              else if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, {} satisfies Change));
            }, pause);
          };
          return {
            update: (view, before) => {
              const now = key.getState(view.state);
              if (now !== key.getState(before)) changed();
              if (view.state.doc !== before.doc && now?.quotes.length !== 0) later(view);
            },
            destroy: () => clearTimeout(timer),
          };
        },
      }),
    ],
  });

function marked(doc: Node, { quotes, current }: Pick<State, 'quotes' | 'current'>): DecorationSet {
  const places = placesOf(doc, quotes.map(({ quote }) => quote));
  const marks = quotes.flatMap(({ id }, i) => {
    const place = places[i];
    return place ? [Decoration.inline(place.from, place.to, { class: id === current ? 'quartet-quoted quartet-quoted-current' : 'quartet-quoted', 'data-quoted': id }, { id })] : [];
  });
  return DecorationSet.create(doc, marks);
}

const place = (view: EditorView, id: string): Span | undefined =>
  key.getState(view.state)?.marks.find(undefined, undefined, (spec) => (spec as { id?: string }).id === id).find(({ from, to }) => to > from);

/** Has these words marked. */
export function markQuotes(view: EditorView, quotes: readonly Quoted[]): void {
  if (quotes.length > 0 || (key.getState(view.state)?.quotes.length ?? 0) > 0) view.dispatch(view.state.tr.setMeta(key, { quotes } satisfies Change));
}

/** The ids of those whose words are not in the text. */
export const missingIn = (view: EditorView): Set<string> => new Set((key.getState(view.state)?.quotes ?? []).map(({ id }) => id).filter((id) => !place(view, id)));

/** Leads to quoted words, with nothing selected that a key would replace. Says whether they are there. */
export function goToQuote(view: EditorView, id: string): boolean {
  const found = place(view, id);
  if (!found) return false;
  view.focus();
  view.dispatch(view.state.tr.setMeta(key, { current: id } satisfies Change).setSelection(TextSelection.create(view.state.doc, found.from)));
  const { node } = view.domAtPos(found.from);
  (node instanceof HTMLElement ? node : node.parentElement)?.scrollIntoView({ block: 'center' });
  return true;
}
