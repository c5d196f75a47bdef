import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import type { Editor } from '@tiptap/react';

import { Faithful } from './faithful';
import { hunksOf, mergedText } from '../values/paragraphs';
import { rests } from '../values/rests';
import type { Format } from './format';
import { htmlFormat } from './html/format';
import { markdownFormat } from './markdown/format';
import type { FormatName } from './schema/extensions';
import type { Written } from './spots';

const { pause, longest } = rests.told;

/**
 * Between an editor and the form that has its text. The first change is told at once, so that the form is seen to be
 * unsaved; while somebody goes on typing, the rest is told at rests. `flush` tells what is left, before anything is
 * done with the form (decision 233).
 */
export class Session {
  #faithful: Faithful | undefined;
  #told: string;
  #unplan: (() => void) | undefined;
  #soon = false; // whether the form hears now, whoever types on
  #since = 0;
  #last = -Infinity;

  constructor(
    readonly name: FormatName,
    text: string,
    readonly tell: (text: string) => void,
  ) {
    this.#told = text;
  }

  /** The document of the text, in the schema of an editor that is made. */
  begin(editor: Editor): Faithful['doc'] {
    this.#faithful = new Faithful(this.#formatOf(editor), editor.schema, this.#told);
    return this.#faithful.doc;
  }

  #formatOf({ schema }: Editor): Format {
    return this.name === 'html' ? htmlFormat(schema) : markdownFormat(schema);
  }

  /** The blocks of another text, as they would stand in the editor. */
  read(editor: Editor, text: string): readonly Node[] {
    return this.#formatOf(editor).read(text).pieces.map(({ node }) => node);
  }

  /**
   * Takes over a text that came from elsewhere; one that was told from here is known. What was typed and is not told yet is kept, by
   * paragraph, and where both are in one place, behind the other. `own` is what somebody typed into it elsewhere, which they can take back.
   */
  given(editor: Editor, text: string, own = false): void {
    if (text === this.#told || editor.isDestroyed) return;
    const typed = this.waits && this.#faithful ? mergedText(this.#told, this.#faithful.write(editor.state.doc), text, 'each') : undefined;
    this.#stop();
    this.#told = typed ?? text;
    this.#take(editor, own);
    if (typed !== undefined && typed !== text) this.tell(typed);
  }

  /** How each block is written in the text. */
  written(editor: Editor): Written[] {
    return this.#faithful?.written(editor.state.doc) ?? [];
  }

  #take(editor: Editor, own: boolean): void {
    const doc = this.begin(editor);
    const tr = own ? closeHistory(editor.state.tr) : editor.state.tr.setMeta('addToHistory', false);
    // From the last on, so that the places of those before it hold.
    for (const hunk of differing(tr.doc, doc).reverse()) put(tr, doc, hunk);
    if (tr.docChanged) editor.view.dispatch(tr.setMeta('preventUpdate', true).setMeta('preventAutolink', true));
  }

  changed(editor: Editor): void {
    const now = performance.now();
    if (!editor.view.composing && !this.waits && now - this.#last > longest) {
      this.flush(editor);
      return;
    }
    if (this.#soon) return;
    if (!this.waits) this.#since = now;
    this.#unplan?.();
    const rest = () => this.#rest(editor);
    this.#soon = now - this.#since >= longest;
    this.#unplan = this.#soon ? idle(rest) : later(rest);
  }

  /** What is being composed is no text yet. */
  #rest(editor: Editor): void {
    if (!editor.isDestroyed && editor.view.composing) {
      this.#soon = false;
      this.#unplan = later(() => this.#rest(editor));
    } else this.flush(editor);
  }

  flush(editor: Editor, tell = this.tell): void {
    this.#stop();
    if (!this.#faithful) return;
    this.#last = performance.now();
    const text = this.#faithful.write(editor.state.doc);
    if (text === this.#told) return;
    this.#told = text;
    tell(text);
  }

  /** Whether the form has not heard of all yet. */
  get waits(): boolean {
    return this.#unplan !== undefined;
  }

  #stop(): void {
    this.#unplan?.();
    this.#unplan = undefined;
    this.#soon = false;
  }
}

/** What is done unless somebody types on; the answer takes it back. */
function later(rest: () => void, time: number = pause): () => void {
  const timer = setTimeout(rest, time);
  return () => clearTimeout(timer);
}

/** What is done as soon as the page has shown the last key: then the next one is furthest away (decision 356). */
function idle(rest: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) return later(rest, 0);
  const asked = requestIdleCallback(rest, { timeout: pause });
  return () => cancelIdleCallback(asked);
}

type Doc = Faithful['doc'];

/** Blocks that are others in another document, by their places and by their numbers. */
interface Differing {
  was: Fragment;
  is: Fragment;
  from: number;
  start: number;
  number: number;
}

/** Where a document has to change to become another. Its other blocks are known by their places. */
function differing(before: Doc, after: Doc): Differing[] {
  return hunksOf(before.children, after.children, (a, b) => a.eq(b)).map((hunk) => ({
    was: Fragment.from(before.children.slice(hunk.from, hunk.to)),
    is: Fragment.from(after.children.slice(hunk.start, hunk.end)),
    from: sizeOf(before.children.slice(0, hunk.from)),
    start: sizeOf(after.children.slice(0, hunk.start)),
    number: hunk.from,
  }));
}

/**
 * Makes blocks what they are in another document. Whoever is elsewhere in them stays there: no more is replaced than differs, where
 * that gives the very blocks. It is a step by itself, since a transaction would fit what it is given, and add a cell to a table.
 */
function put(tr: Transaction, after: Doc, { was, is, from, start, number }: Differing): void {
  const first = was.findDiffStart(is);
  const ends = was.findDiffEnd(is);
  if (first === null || !ends) return;
  const overlap = Math.max(0, first - Math.min(ends.a, ends.b));
  const step = new ReplaceStep(from + first, from + ends.a + overlap, after.slice(start + first, start + ends.b + overlap));
  const { doc } = step.apply(tr.doc);
  const fits = doc?.childCount === tr.doc.childCount - was.childCount + is.childCount && Fragment.from(doc.children.slice(number, number + is.childCount)).eq(is);
  if (fits) tr.step(step);
  else tr.replaceWith(from, from + was.size, is);
}

const sizeOf = (blocks: readonly Doc[]) => blocks.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
