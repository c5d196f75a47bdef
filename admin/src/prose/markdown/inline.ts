import type { Mark, Node } from '@tiptap/pm/model';

import { codeSpan, destination, escapedAlt, escapedStart, escapedText, numbered, titled } from './escape';
import { readInline } from './read';

/** Where a line of text stands: a heading and a cell have one line alone. */
export interface Place {
  lines: 'one' | 'many';
}

/** One way to write marks. Which way reads back depends on the letters beside them. */
interface Way {
  em: '*' | '_';
  /** The letters outside of marks are written as numbers, which count as punctuation. */
  numbers: boolean;
  /** Marks of these kinds are left out: nothing else is lost. */
  without: readonly string[];
}

const ways: readonly Way[] = [
  { em: '*', numbers: false, without: [] },
  { em: '_', numbers: false, without: [] },
  { em: '*', numbers: true, without: [] },
  { em: '_', numbers: true, without: [] },
  { em: '_', numbers: true, without: ['italic'] },
  { em: '_', numbers: true, without: ['italic', 'bold', 'strike'] },
];

const known = new WeakMap<Node, Partial<Record<Place['lines'], string>>>();

/** The text of a paragraph, a heading or a cell, in the first way that reads back as what it is. */
export function writeInline(block: Node, { lines }: Place): string {
  const found = known.get(block) ?? {};
  known.set(block, found);
  return (found[lines] ??= written(block, lines));
}

function written(block: Node, lines: Place['lines']): string {
  const nodes = tidied(block.children);
  if (nodes.length === 0) return '';
  const wanted = fingerprint(nodes);
  let last = '';
  for (const way of ways) {
    last = linesOf(nodes, way, lines);
    if (fingerprint(tidied(readInline(block.type.schema, last))) === wanted) return last;
  }
  return last;
}

const spaced = ['bold', 'italic', 'strike'];

/** Without what Markdown cannot hold: spaces and line breaks at the ends, and marks on spaces at theirs. */
function tidied(nodes: readonly Node[]): Node[] {
  const bare = nodes.flatMap(bared);
  while (bare[0] && isEmpty(bare[0])) bare.shift();
  while (bare.length > 0 && isEmpty(bare[bare.length - 1] as Node)) bare.pop();
  const out = bare.filter((node, i) => !(isSpace(node) && (isBreak(bare[i - 1]) || isBreak(bare[i + 1]))));
  return trimmedEnds(settledSpaces(out));
}

const isBreak = (node: Node | undefined) => node?.type.name === 'hardBreak';
const isSpace = (node: Node) => node.isText && !isCode(node) && /^[ \t]*$/.test(node.text ?? '');
const isEmpty = (node: Node) => isBreak(node) || isSpace(node);
const isCode = (node: Node) => node.marks.some(({ type }) => type.name === 'code');

/** A text in pieces: spaces at its ends stand alone, so that they can leave their marks. */
function bared(node: Node): Node[] {
  if (isBreak(node)) return [node.mark([])];
  if (!node.isText) return [node];
  if (isCode(node)) return [node.type.schema.text((node.text ?? '').replaceAll(/[\r\n]/g, ' '), node.marks)];
  const text = (node.text ?? '').replaceAll(/[\r\n]/g, ' ');
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return [before, words, after].filter((part) => part !== '').map((part) => node.type.schema.text(part, node.marks));
}

/** A space keeps only the marks that both of its neighbours have. */
function settledSpaces(nodes: readonly Node[]): Node[] {
  return nodes.map((node, i) => {
    if (!node.isText || isCode(node) || (node.text ?? '').trim() !== '') return node;
    const [a, b] = [beside(nodes, i, -1), beside(nodes, i, 1)];
    return node.mark(node.marks.filter((mark) => !spaced.includes(mark.type.name) || [a, b].every((each) => each && mark.isInSet(each.marks))));
  });
}

function beside(nodes: readonly Node[], from: number, step: -1 | 1): Node | undefined {
  for (let i = from + step; nodes[i]; i += step) {
    const node = nodes[i];
    if (node && (!node.isText || isCode(node) || (node.text ?? '').trim() !== '')) return isBreak(node) ? undefined : node;
  }
  return undefined;
}

function trimmedEnds(nodes: readonly Node[]): Node[] {
  const trim = (node: Node, pattern: RegExp) => {
    const text = node.isText && !isCode(node) ? (node.text ?? '').replace(pattern, '') : undefined;
    return text === undefined ? [node] : text === '' ? [] : [node.type.schema.text(text, node.marks)];
  };
  return nodes
    .flatMap((node, i) => (i === 0 || isBreak(nodes[i - 1]) ? trim(node, /^[ \t]+/) : [node]))
    .flatMap((node, i, all) => (i === all.length - 1 || isBreak(all[i + 1]) ? trim(node, /[ \t]+$/) : [node]));
}

/** What two lines of text are compared by, a character each. An address that stands for itself is a link either way. */
function fingerprint(nodes: readonly Node[]): string {
  return JSON.stringify(nodes.flatMap((node) => {
    const names = (isBareLink(node) ? node.marks.filter(({ type }) => type.name !== 'link') : node.marks).map(({ type, attrs }) => [type.name, attrs['href'], attrs['title']].filter(Boolean).join(' ')).sort();
    if (!node.isText) return [JSON.stringify([said(node), names])];
    const loose = isCode(node) ? names : names.filter((name) => !spaced.includes(name));
    return Array.from(node.text ?? '').map((char) => JSON.stringify([char, /\s/.test(char) ? loose : names]));
  }));
}

const said = ({ type, attrs }: Node): unknown[] => [type.name, attrs['src'] ?? attrs['text'] ?? null, line(attrs['alt']), line(attrs['title'])];
const line = (text: unknown) => (typeof text === 'string' ? text.replaceAll(/\s*\n\s*/g, ' ').trim() : '');

const linkOf = (node: Node): Mark | undefined => node.marks.find(({ type }) => type.name === 'link');

function isBareLink(node: Node): boolean {
  const link = linkOf(node);
  return link !== undefined && node.isText && !link.attrs['title'] && [node.text, `mailto:${node.text ?? ''}`].includes(String(link.attrs['href']));
}

function linesOf(nodes: readonly Node[], way: Way, lines: Place['lines']): string {
  const rows: Node[][] = [[]];
  for (const node of nodes) {
    if (isBreak(node)) rows.push([]);
    else rows.at(-1)?.push(node);
  }
  const texts = rows.map((row) => spans(row, [], way, '', ''));
  return lines === 'one' ? texts.join('<br>') : texts.map(escapedStart).join('\\\n');
}

/** Nodes that have these marks open already, between two characters. */
function spans(nodes: readonly Node[], open: readonly string[], way: Way, before: string, after: string): string {
  let out = '';
  for (let i = 0; i < nodes.length;) {
    const [mark, length] = longest(nodes, i, [...open, ...way.without]);
    const run = nodes.slice(i, i + length);
    const next = nodes[i + length];
    const [left, right] = [out.at(-1) ?? before, next === undefined ? after : firstOf(next, [...open, ...way.without])];
    out += mark ? around(mark, run, open, way) : leaf(nodes[i] as Node, way, left, right, [nodes[i - 1], next], open);
    i += length;
  }
  return out;
}

/** The mark that goes on longest from a node, and how many nodes have it. Only a link has spaces at its ends. */
function longest(nodes: readonly Node[], from: number, open: readonly string[]): [Mark | undefined, number] {
  let best: [Mark | undefined, number] = [undefined, 1];
  const isGap = (node: Node | undefined) => node?.isText === true && !isCode(node) && (node.text ?? '').trim() === '';
  for (const mark of nodes[from]?.marks ?? []) {
    if (open.includes(mark.type.name) || mark.type.name === 'code' || mark.type.name === 'underline') continue;
    if (mark.type.name !== 'link' && isGap(nodes[from])) continue;
    let length = 1;
    while (nodes[from + length]?.marks.some((each) => each.eq(mark))) length++;
    while (mark.type.name !== 'link' && isGap(nodes[from + length - 1])) length--;
    const isBetter = best[0] === undefined || length > best[1] || (length === best[1] && mark.type.name === 'link');
    if (isBetter) best = [mark, length];
  }
  return best;
}

function firstOf(node: Node, open: readonly string[]): string {
  const [mark] = longest([node], 0, open);
  if (mark) return mark.type.name === 'link' ? '[' : '*';
  return node.isText && !isCode(node) ? (node.text ?? '')[0] ?? '' : '`';
}

function around(mark: Mark, run: readonly Node[], open: readonly string[], way: Way): string {
  const name = mark.type.name;
  const [only] = run;
  if (name === 'link') {
    if (run.length === 1 && only && isBareLink(only) && only.marks.length === 1 + open.length && isAutolink(only.text ?? '')) return `<${only.text ?? ''}>`;
    const words = spans(run, [...open, name], way, '[', ']');
    // Code that closes the bracket would make the line a definition of a link; with a space behind it there is none.
    const gap = /(^|[^\\])\]:/.test(words) ? ' ' : '';
    return `[${words}](${gap}${destination(String(mark.attrs['href']))}${titled(mark.attrs['title'])})`;
  }
  const sign = name === 'bold' ? '**' : name === 'strike' ? '~~' : way.em;
  return sign + spans(run, [...open, name], way, sign[0] ?? '', sign[0] ?? '') + sign;
}

const isAutolink = (text: string) => /^[a-z][a-z0-9+.-]{1,31}:[^\s<>\\]*$/i.test(text) || /^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text);

function leaf(node: Node, way: Way, before: string, after: string, [last, next]: [Node | undefined, Node | undefined], open: readonly string[]): string {
  if (node.type.name === 'picture') return `![${unlinked(escapedAlt(node.attrs['alt']), way)}](${destination(String(node.attrs['src']))}${titled(node.attrs['title'])})`;
  if (node.type.name === 'inlineSource') return String(node.attrs['text']);
  if (!node.isText) return '';
  if (isCode(node)) return codeSpan(node.text ?? '');
  const text = node.text ?? '';
  if (!way.numbers) return escapedText(text, { before, after });
  const marked = (other: Node | undefined) => other?.marks.some(({ type }) => spaced.includes(type.name) && !open.includes(type.name)) === true;
  const chars = Array.from(text);
  const head = marked(last) && isLetter(chars[0]) ? numbered(chars.shift() ?? '') : '';
  const tail = marked(next) && isLetter(chars.at(-1)) ? numbered(chars.pop() ?? '') : '';
  return head + unlinked(escapedText(chars.join(''), { before: head === '' ? before : ';', after: tail === '' ? after : '&' }), way) + tail;
}

/** Text that looks like an address and is none would take along what follows it. */
const unlinked = (text: string, { numbers }: Way) => (numbers ? text.replaceAll(/(https?|ftp|mailto):/gi, `$1${numbered(':')}`) : text);

const isLetter = (char: string | undefined) => char !== undefined && !/[\s\p{P}\p{S}]/u.test(char);
