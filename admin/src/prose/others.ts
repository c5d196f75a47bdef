import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

import classes from './others.module.css';

/** How long nobody types before places that are not found are looked for anew, and what is being composed is left alone, in milliseconds. */
export const pause = 300;

/** A line of words, or what stands between such lines. */
interface Block {
  node: Node;
  at: number;
}

function blocksOf(doc: Node): Block[] {
  const found: Block[] = [];
  doc.descendants((node, at) => {
    if (!node.isTextblock && !node.isLeaf) return true;
    found.push({ node, at });
    return false;
  });
  return found;
}

const known = new WeakMap<Node, number>();

/** The words of a block in 16 bits, which say nothing of them: thousands of texts have the same. 0 for none. */
function wordsOf(node: Node | undefined): number {
  if (!node) return 0;
  const before = known.get(node);
  if (before !== undefined) return before;
  let hash = 0x811c9dc5;
  const { textContent } = node;
  for (let i = 0; i < textContent.length; i++) hash = Math.imul(hash ^ textContent.charCodeAt(i), 0x01000193);
  const words = textContent === '' ? 0 : (hash ^ (hash >>> 16)) & 0xffff;
  known.set(node, words);
  return words;
}

const digits = (count: number) => Math.min(count, 0xffff).toString(16).padStart(4, '0');

/** A block as others find it in their text: its number, its words, and those before and behind it, in four digits each (decision 380). */
export function spotAt(doc: Node, place: number): string {
  const blocks = blocksOf(doc);
  const index = blocks.findLastIndex(({ at }) => at <= place);
  if (index < 0) return '';
  return [index, ...[index, index - 1, index + 1].map((i) => wordsOf(blocks[i]?.node))].map(digits).join('');
}

/** Where a block begins that somebody has in another state of the text: it has the same words, or stands between the same. */
export function placeOf(doc: Node, spot: string): number | undefined {
  const [index = 0, words = 0, before = 0, behind = 0] = [0, 4, 8, 12].map((at) => Number.parseInt(spot.slice(at, at + 4), 16));
  const blocks = blocksOf(doc);
  let best: { at: number; alike: number; away: number } | undefined;
  blocks.forEach(({ node, at }, i) => {
    const own = words !== 0 && wordsOf(node) === words ? 2 : 0;
    const alike = own + Number(wordsOf(blocks[i - 1]?.node) === before) + Number(wordsOf(blocks[i + 1]?.node) === behind);
    const away = Math.abs(i - index);
    if (alike >= 2 && (!best || alike > best.alike || (alike === best.alike && away < best.away))) best = { at, alike, away };
  });
  return best?.at;
}

/** Somebody else in a text, as they are marked there. */
export interface Other {
  id: string;
  spot: string;
  initials: string;
  tone: number;
  label: string;
  /** Whether what they changed there is not saved, since somebody else has changed it, too. */
  unsaved: boolean;
}

interface State {
  others: readonly Other[];
  /** The blocks that they are found in. */
  marks: DecorationSet;
}

interface Spec {
  other: Other;
}

const key = new PluginKey<State>('others');

/** Marks the blocks that others are in. Once a mark has its place, it follows the text; a key has it mapped, and nothing else. */
export const others = Extension.create({
  name: 'others',
  addProseMirrorPlugins: () => [
    new Plugin<State>({
      key,
      state: {
        init: () => ({ others: [], marks: DecorationSet.empty }),
        apply: (transaction, before) => {
          const next = transaction.getMeta(key) as readonly Other[] | undefined;
          const marks = transaction.docChanged ? before.marks.map(transaction.mapping, transaction.doc) : before.marks;
          return next ? { others: next, marks: marked(transaction.doc, next, marks) } : { ...before, marks };
        },
      },
      props: { decorations: (state) => key.getState(state)?.marks },
      view: (view) => new Marks(view),
    }),
  ],
});

function marked(doc: Node, all: readonly Other[], before: DecorationSet): DecorationSet {
  const kept = new Map(before.find().map(({ from, spec }) => [nameOf((spec as Spec).other), from]));
  return DecorationSet.create(doc, all.flatMap((other) => {
    const place = kept.get(nameOf(other)) ?? placeOf(doc, other.spot);
    const node = place === undefined ? null : doc.nodeAt(place);
    return place === undefined || !node ? [] : [Decoration.node(place, place + node.nodeSize, { 'aria-description': other.label }, { other } satisfies Spec)];
  }));
}

const nameOf = ({ id, spot }: Other) => `${id} ${spot}`;

/** The marks beside a text. They stand outside of it, where no caret stops at them and nothing of them is written. */
class Marks {
  private readonly layer = document.createElement('div');
  private readonly sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.place());
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: EditorView) {
    view.dom.after(this.layer);
    view.dom.addEventListener('scroll', this.place, { passive: true });
    this.sizes?.observe(view.dom);
  }

  private get state(): State {
    return key.getState(this.view.state) ?? { others: [], marks: DecorationSet.empty };
  }

  update(_: EditorView, before: EditorState): void {
    const [now, was] = [this.state, key.getState(before)];
    if (now.others !== was?.others) this.show();
    else if (now.others.length > 0 && this.view.state.doc !== before.doc) this.later();
  }

  /** Who is not found is looked for again once nobody types. What is being composed is left alone. */
  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { others: all, marks } = this.state;
      if (this.view.composing) this.later();
      else if (all.length > marks.find().length) markOthers(this.view, [...all]);
      else this.place();
    }, pause);
  }

  private show(): void {
    this.layer.replaceChildren(...this.state.marks.find().map(({ spec }) => markOf((spec as Spec).other)));
    this.place();
  }

  /** Puts each mark beside the first line of its block. In a text that scrolls by itself some are out of sight. */
  private readonly place = (): void => {
    const all = this.state.marks.find();
    if (all.length === 0 || all.length !== this.layer.childElementCount) return;
    const frame = this.view.dom.getBoundingClientRect();
    const lines = new Map<number, number>();
    all.forEach(({ from }, i) => {
      const [mark, block] = [this.layer.children[i], this.view.nodeDOM(from)];
      if (!(mark instanceof HTMLElement) || !(block instanceof HTMLElement)) return;
      const top = Math.round(block.getBoundingClientRect().top - frame.top);
      const before = lines.get(top) ?? 0;
      lines.set(top, before + 1);
      mark.style.top = `${this.view.dom.offsetTop + top}px`;
      mark.style.setProperty('--before', String(before));
      mark.hidden = top < 0 || top > frame.height;
    });
  };

  destroy(): void {
    clearTimeout(this.timer);
    this.sizes?.disconnect();
    this.view.dom.removeEventListener('scroll', this.place);
    this.layer.remove();
  }
}

function markOf({ initials, tone, label, unsaved }: Other): HTMLElement {
  const mark = document.createElement('div');
  mark.className = classes['mark'] ?? '';
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', label);
  mark.textContent = unsaved ? `${initials} !` : initials;
  mark.dataset['tone'] = unsaved ? 'unsaved' : String(tone);
  return mark;
}

/** Marks where others are, each once it is found. */
export function markOthers(view: EditorView, all: readonly Other[]): void {
  if (view.isDestroyed) return;
  if (all.length > 0 || (key.getState(view.state)?.others.length ?? 0) > 0) view.dispatch(view.state.tr.setMeta(key, all).setMeta('addToHistory', false));
}
