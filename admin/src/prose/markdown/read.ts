import type { Token } from 'markdown-it';
import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model';

import type { Piece } from '../format';
import { hasCallouts, labelOf, type Label } from '../schema/callout';
import { nothing } from './escape';
import { markdown } from './parser';

/** What the editor cannot show as it looks. */
class Strange extends Error {}

/** A Markdown text as the blocks that it is made of. */
export function readMarkdown(schema: Schema, text: string): { lead: string; pieces: Piece[] } {
  const starts = lineStarts(text);
  const blocks = blocksIn(text, starts.length);
  const from = (line: number) => starts[line] ?? text.length;
  const isBlank = (line: number) => /^[ \t\r\n]*$/.test(text.slice(from(line), from(line + 1)));
  const ranges = ranged(blocks, starts.length, isBlank);
  const pieces = ranges.map(({ start, end, block }, i): Piece => {
    const stop = endOfLine(text, from(end - 1), from(end));
    const source = text.slice(from(start), stop);
    const next = ranges[i + 1];
    return { source, gap: text.slice(stop, next ? from(next.start) : text.length), node: nodeOf(schema, block, source) };
  });
  return { lead: text.slice(0, ranges[0] ? from(ranges[0].start) : text.length), pieces };
}

interface Block {
  start: number;
  end: number;
  tokens: Token[];
}

/** The offsets at which lines begin, as markdown-it counts them. */
function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (match) => match.index + match[0].length)].filter((at, i) => at < text.length || i === 0);
}

function endOfLine(text: string, from: number, to: number): number {
  return from + text.slice(from, to).replace(/(\r\n?|\n)$/, '').length;
}

function blocksIn(text: string, lines: number): Block[] {
  const found: Block[] = [];
  let open: Token[] = [];
  for (const token of markdown.parse(text, {})) {
    open.push(token);
    if (token.level !== 0 || token.nesting === 1) continue;
    const [start, end] = open[0]?.map ?? [0, lines];
    found.push({ start, end: Math.min(end, lines), tokens: open });
    open = [];
  }
  return found;
}

/** Every line that is not blank belongs to one block: what no token has (a definition of a link) is source. */
function ranged(blocks: readonly Block[], lines: number, isBlank: (line: number) => boolean) {
  const all: { start: number; end: number; block: Block | undefined }[] = [];
  const between = (start: number, end: number) => {
    const [first, last] = trimmed(start, end, isBlank);
    if (first < last) all.push({ start: first, end: last, block: undefined });
  };
  let done = 0;
  for (const block of blocks) {
    if (block.start < done) continue;
    between(done, block.start);
    const [, end] = trimmed(block.start, block.end, isBlank);
    all.push({ start: block.start, end: Math.max(end, block.start + 1), block });
    done = block.end;
  }
  between(done, lines);
  return all;
}

function trimmed(start: number, end: number, isBlank: (line: number) => boolean): [number, number] {
  let [first, last] = [start, end];
  while (first < last && isBlank(first)) first++;
  while (last > first && isBlank(last - 1)) last--;
  return [first, last];
}

function nodeOf(schema: Schema, block: Block | undefined, source: string): Node {
  const raw = () => schema.node('source', null, source === '' ? [] : [schema.text(source.replaceAll(/\r\n?/g, '\n'))]);
  if (!block) return raw();
  try {
    const [node, more] = new Reader(schema, block.tokens).blocks();
    if (!node || more) return raw();
    node.check();
    return node;
  } catch (error) {
    if (error instanceof Strange || error instanceof RangeError) return raw();
    throw error;
  }
}

/** The nodes of one line of Markdown, such as a paragraph has. */
export function readInline(schema: Schema, text: string): readonly Node[] {
  const [token] = markdown.parseInline(text, {});
  return inlineNodes(schema, token?.children ?? []);
}

class Reader {
  #at = 0;

  constructor(
    readonly schema: Schema,
    readonly tokens: readonly Token[],
  ) {}

  /** The blocks up to a closing token, which is passed. */
  blocks(until?: string): Node[] {
    const found: Node[] = [];
    for (;;) {
      const token = this.tokens[this.#at++];
      if (!token || token.type === until) return found;
      found.push(this.#block(token));
    }
  }

  #block(token: Token): Node {
    const { schema } = this;
    switch (token.type) {
      case 'paragraph_open':
        return this.#textblock('paragraph', null);
      case 'heading_open':
        return this.#textblock('heading', { level: Number(token.tag.slice(1)) });
      case 'blockquote_open':
        return this.#quotation(this.#label());
      case 'bullet_list_open':
        return this.#list('bulletList', 'bullet_list_close', { marker: token.markup });
      case 'ordered_list_open':
        return this.#list('orderedList', 'ordered_list_close', { marker: token.markup, start: Number(token.attrGet('start') ?? 1) });
      case 'fence':
      case 'code_block':
        return schema.node('codeBlock', { language: token.info.trim() || null }, texts(schema, token.content.replace(/\n$/, '')));
      case 'hr':
        return schema.node('horizontalRule');
      case 'table_open':
        return schema.node('table', null, this.#rows());
      default:
        throw new Strange(token.type);
    }
  }

  /** What the first line of a quotation makes it, which is none of its text. As it is written: an escape makes it words. */
  #label(): Label | null {
    const [open, inline] = [this.tokens[this.#at], this.tokens[this.#at + 1]];
    const [line, end] = inline?.children ?? [];
    const found = open?.type === 'paragraph_open' && line?.type === 'text' && hasCallouts(this.schema) ? labelOf(inline?.content.split('\n')[0] ?? '') : undefined;
    if (!found || !line) return null;
    if (found.label.fold !== null) {
      line.content = line.content.slice(found.length);
      return found.label;
    }
    if (end && !isBreak(end)) return null;
    inline?.children?.splice(0, 2);
    if (!end) this.#at += 3; // the paragraph had nothing else
    return found.label;
  }

  #quotation(label: Label | null): Node {
    const title = label?.fold ? [this.#title()] : [];
    return this.schema.node('blockquote', label, filled(this.schema, [...title, ...this.blocks('blockquote_close')]));
  }

  /** The first line of a callout that folds, or more of it where a format goes on; what follows it in its paragraph is one of its own. */
  #title(): Node {
    const children = this.tokens[this.#at + 1]?.children ?? [];
    let depth = 0;
    const end = children.findIndex((each) => ((depth += each.nesting), depth === 0 && isBreak(each)));
    const line = end < 0 ? children.splice(0) : children.splice(0, end + 1).slice(0, -1);
    if (end < 0) this.#at += 3;
    return this.schema.node('paragraph', null, inlineNodes(this.schema, line.filter(({ type, content }) => type !== 'text' || content !== '')));
  }

  #textblock(name: string, attrs: Record<string, unknown> | null): Node {
    const inline = this.tokens[this.#at++];
    this.#at++;
    return this.schema.node(name, attrs, inlineNodes(this.schema, inline?.children ?? []));
  }

  #list(name: string, until: string, attrs: Record<string, unknown>): Node {
    const items: Node[] = [];
    let tight = true;
    while (this.tokens[this.#at]?.type === 'list_item_open') {
      const [, first] = [this.#at++, this.tokens[this.#at]];
      if (first?.type === 'paragraph_open' && !first.hidden) tight = false;
      const content = this.blocks('list_item_close');
      items.push(itemOf(this.schema, filled(this.schema, content)));
    }
    if (this.tokens[this.#at++]?.type !== until) throw new Strange(until);
    return this.schema.node(name, { ...attrs, tight }, items);
  }

  #rows(): Node[] {
    const rows: Node[] = [];
    let cells: Node[] = [];
    for (;;) {
      const token = this.tokens[this.#at++];
      if (!token || token.type === 'table_close') return rows;
      if (token.type === 'tr_close') rows.push(this.schema.node('tableRow', null, cells));
      if (token.type === 'tr_open') cells = [];
      if (token.type === 'th_open' || token.type === 'td_open') cells.push(this.#cell(token));
    }
  }

  #cell(token: Token): Node {
    const inline = this.tokens[this.#at++];
    const align = /text-align:(left|right|center)/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? null;
    const words = this.schema.node('paragraph', null, inlineNodes(this.schema, inline?.children ?? []));
    return this.schema.node(token.type === 'th_open' ? 'tableHeader' : 'tableCell', { align }, [words]);
  }
}

const texts = (schema: Schema, text: string) => (text === '' ? [] : [schema.text(text)]);

const isBreak = ({ type }: Token) => type.endsWith('break');

/** A quotation and an item hold something, if it is an empty paragraph. */
const filled = (schema: Schema, content: Node[]) => (content.length > 0 ? content : [schema.node('paragraph')]);

/** A task has its box at the beginning of its first paragraph. */
function itemOf(schema: Schema, content: readonly Node[]): Node {
  const [first, ...rest] = content;
  if (!first) return schema.node('listItem', null, content);
  const box = /^\[([ xX])\](?= )/.exec(first.type.name === 'paragraph' && first.firstChild?.isText ? (first.firstChild.text ?? '') : '');
  if (!box || first.firstChild?.marks.length !== 0) return schema.node('listItem', null, [begun(first), ...rest]);
  return schema.node('listItem', { checked: box[1] !== ' ' }, [begun(first.cut(box[0].length + 1)), ...rest]);
}

/** An item that begins with nothing was written with something that nobody sees. */
const begun = (first: Node) => (first.isTextblock && first.textContent === nothing ? first.copy() : first);

const marksOf: Record<string, string> = { em: 'italic', strong: 'bold', s: 'strike', link: 'link' };

export function inlineNodes(schema: Schema, tokens: readonly Token[]): Node[] {
  const found: Node[] = [];
  let marks: readonly Mark[] = [];
  /** Emphasis within emphasis is one: it ends where the outer one does. */
  const depth = new Map<string, number>();
  const deepen = (mark: string, by: number) => depth.set(mark, (depth.get(mark) ?? 0) + by).get(mark);
  const add = (node: Node) => found.push(node.mark(marks));
  tokens.forEach((token, i) => {
    const kind = token.type.replace(/_(open|close)$/, '');
    const mark = marksOf[kind];
    if (mark !== undefined && token.nesting === 1) {
      if (mark === 'link' && tokens[i + 1]?.type === 'link_close') throw new Strange('an empty link');
      deepen(mark, 1);
      marks = schema.mark(mark, attrsOf(token)).addToSet(marks);
    } else if (mark !== undefined) {
      if (deepen(mark, -1) === 0) marks = marks.filter(({ type }) => type.name !== mark);
    }
    else if (token.type === 'text' || token.type === 'text_special') texts(schema, token.content).forEach(add);
    else if (token.type === 'softbreak') texts(schema, joins(tokens[i - 1], tokens[i + 1]) ? '' : ' ').forEach(add);
    else if (token.type === 'hardbreak') add(schema.node('hardBreak'));
    else if (token.type === 'code_inline') found.push(schema.text(token.content, schema.mark('code').addToSet(marks)));
    else if (token.type === 'image') add(schema.node('picture', { src: token.attrGet('src'), alt: altOf(token), title: token.attrGet('title') }));
    else if (token.type === 'html_inline' && /^<br ?\/?>$/i.test(token.content)) add(schema.node('hardBreak'));
    else if (token.type === 'html_inline' || token.type === 'source_inline') add(schema.node('inlineSource', { text: token.content }));
    else throw new Strange(token.type);
  });
  return Fragment.fromArray(joined(found)).content.slice();
}

/** Text with the same marks is one node. */
function joined(nodes: readonly Node[]): Node[] {
  const out: Node[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (last?.isText && node.isText && last.sameMarkup(node)) out[out.length - 1] = node.type.schema.text(`${last.text ?? ''}${node.text ?? ''}`, node.marks);
    else out.push(node);
  }
  return out;
}

function attrsOf(token: Token): Record<string, unknown> | null {
  return token.type === 'link_open' ? { href: token.attrGet('href') ?? '', title: token.attrGet('title') } : null;
}

/** A line that ends and the next that begins in a script without spaces are one, as on the page. */
function joins(before: Token | undefined, after: Token | undefined): boolean {
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
  return before?.type === 'text' && after?.type === 'text' && wide.test(Array.from(before.content).at(-1) ?? '') && wide.test(Array.from(after.content)[0] ?? '');
}

function altOf(token: Token): string {
  return (token.children ?? []).map((each) => (each.type === 'image' ? altOf(each) : each.type === 'softbreak' || each.type === 'hardbreak' ? ' ' : each.content)).join('');
}
