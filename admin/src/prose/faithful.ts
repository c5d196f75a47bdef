import type { Node, Schema } from '@tiptap/pm/model';

import type { Format, Piece, Side } from './format';
import type { Written } from './spots';

/** A block of the document, and the piece of the text that it came from. */
interface Held {
  node: Node;
  origin: number | undefined;
}

/**
 * A text that is edited and keeps its bytes: a block that is as it was is written as it stood. Nodes of a document
 * never change, so that a block is known by its node, and only what was edited since is looked at (decision 231).
 */
export class Faithful {
  readonly doc: Node;
  readonly #format: Format;
  readonly #lead: string;
  readonly #pieces: readonly Piece[];
  readonly #written = new WeakMap<Node, string>();
  readonly #gaps = new WeakMap<Node, { next: Node; gap: string }>();
  readonly #newline: string;
  #held: Held[];

  constructor(format: Format, schema: Schema, text: string) {
    const { lead, pieces } = format.read(text);
    this.#format = format;
    this.#lead = lead;
    this.#pieces = pieces;
    this.#newline = /\r\n?/.exec(text)?.[0] ?? '\n';
    this.#held = pieces.map(({ node }, origin) => ({ node, origin }));
    this.doc = schema.topNodeType.create(null, pieces.length > 0 ? pieces.map(({ node }) => node) : schema.topNodeType.contentMatch.defaultType?.create());
  }

  /** The text of a document that was made from this one. */
  write(doc: Node): string {
    const parts = this.#parts(doc);
    return parts.some(({ text }) => text !== '') ? parts.map(({ gap, text }) => gap + text).join('') + (this.#pieces.at(-1)?.gap ?? '') : '';
  }

  /** How each block of that document is written, and where in the text. */
  written(doc: Node): Written[] {
    let end = 0;
    return this.#parts(doc).map(({ gap, text }) => {
      end += gap.length + text.length;
      return { at: end - text.length, text };
    });
  }

  /** The blocks of a document as they are written, and what stands before each; a block of nothing leaves nothing. */
  #parts(doc: Node): { gap: string; text: string }[] {
    this.#held = carried(this.#held, doc);
    let before: { side: Side; held: Held } | undefined;
    return this.#held.map((held) => {
      const side = { node: held.node, text: this.#textOf(held) };
      if (side.text === '') return { gap: '', text: '' };
      const gap = before ? this.#between(before, { side, held }) : this.#lead;
      before = { side, held };
      return { gap, text: side.text };
    });
  }

  #textOf({ node, origin }: Held): string {
    const piece = origin === undefined ? undefined : this.#pieces[origin];
    if (piece && (piece.node === node || piece.node.eq(node))) return piece.source;
    let text = this.#written.get(node);
    if (text === undefined) {
      text = this.#format.write(node).replaceAll('\n', this.#newline);
      this.#written.set(node, text);
    }
    return text;
  }

  #between(a: { side: Side; held: Held }, b: { side: Side; held: Held }): string {
    const neighbours = a.held.origin !== undefined && b.held.origin === a.held.origin + 1;
    const gap = neighbours ? this.#pieces[a.held.origin ?? 0]?.gap : undefined;
    if (neighbours && this.#isAsRead(a) && this.#isAsRead(b)) return gap ?? '';
    const known = this.#gaps.get(a.side.node);
    if (known?.next === b.side.node) return known.gap;
    const found = this.#format.between(a.side, b.side, gap);
    const kept = found === gap ? found : found.replaceAll('\n', this.#newline);
    this.#gaps.set(a.side.node, { next: b.side.node, gap: kept });
    return kept;
  }

  #isAsRead({ side, held }: { side: Side; held: Held }): boolean {
    return held.origin !== undefined && this.#pieces[held.origin]?.source === side.text;
  }
}

/**
 * The blocks of a document with their origins: those that are still the same by themselves, and those that took the place
 * of others by where they stand.
 */
function carried(before: readonly Held[], doc: Node): Held[] {
  const origins = new Map(before.map(({ node, origin }) => [node, origin]));
  const after = doc.children;
  // A block that was read anew says the same, and is another node.
  const isSame = (node: Node | undefined, held: Held | undefined) =>
    node !== undefined && held !== undefined && (node === held.node || (!origins.has(node) && node.eq(held.node)));
  let start = 0;
  while (start < after.length && start < before.length && isSame(after[start], before[start])) start++;
  let end = 0;
  while (end < after.length - start && end < before.length - start && isSame(after[after.length - 1 - end], before[before.length - 1 - end])) end++;
  const [gone, came] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const stay = new Set(came.filter((node) => origins.has(node)));
  const free = gone.filter(({ node }) => !stay.has(node)).map(({ origin }) => origin);
  const fresh = came.length - stay.size;
  let turn = 0;
  return after.map((node, i) => {
    if (i < start) return { node, origin: before[i]?.origin };
    if (i >= after.length - end) return { node, origin: before[i - after.length + before.length]?.origin };
    if (origins.has(node)) return { node, origin: origins.get(node) };
    const at = turn++;
    return { node, origin: placed(free, at, fresh) };
  });
}

/** Which origin a changed block has: the first of those that went for the first, the last for the last. */
function placed(free: readonly (number | undefined)[], at: number, fresh: number): number | undefined {
  if (free.length === fresh || at === 0) return free[at];
  return at === fresh - 1 && free.length > 1 ? free.at(-1) : undefined;
}
