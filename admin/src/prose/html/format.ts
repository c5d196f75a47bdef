import { DOMParser as Reader, DOMSerializer, type Node, type Schema } from '@tiptap/pm/model';

import type { Format, Piece } from '../format';
import { inert, isRaw } from '../inert';
import { apart } from '../schema/picture';
import { canonical } from './canonical';
import { partsOf, type Part } from './pieces';

/** Texts in HTML. */
export function htmlFormat(schema: Schema): Format {
  return {
    read: (text) => readHtml(schema, text),
    write: writeHtml,
    between: (_a, _b, gap) => gap ?? '',
  };
}

const bodyOf = (html: string) => new DOMParser().parseFromString(`<body>${inert(html)}`, 'text/html').body;

function readHtml(schema: Schema, text: string): { lead: string; pieces: Piece[] } {
  const parts = partsOf(text);
  // Where the parts are not what a browser sees, the whole is source.
  const isSound = parts.map(({ source }) => bodyOf(source).innerHTML).join('') === bodyOf(text).innerHTML && parts.map(({ source }) => source).join('') === text;
  const used: Part[] = isSound ? parts : text.trim() === '' ? [{ source: text, kind: 'space' }] : [{ source: text, kind: 'block' }];
  const pieces: Piece[] = [];
  let lead = '';
  for (const part of used) {
    const last = pieces.at(-1);
    if (part.kind !== 'space') pieces.push({ source: part.source, gap: '', node: nodeOf(schema, part.source, isSound) });
    else if (last) last.gap += part.source;
    else lead += part.source;
  }
  return { lead, pieces };
}

/** A piece as it looks, where that says all that it says; as its source otherwise. */
function nodeOf(schema: Schema, source: string, isSound: boolean): Node {
  const body = bodyOf(source);
  const read = Reader.fromSchema(schema).parse(body);
  const [node] = read.children;
  if (isSound && !isRaw(source) && node && read.childCount === 1 && node.type.name !== 'source' && canonical(bodyOf(writeHtml(node))) === lined(canonical(body))) return node;
  return schema.node('source', null, schema.text(source));
}

/** A line that stands alone becomes a paragraph once it is edited. */
function lined(form: string): string {
  return form.startsWith('<') && /^<(p|h[1-6]|ul|ol|blockquote|pre|hr|table|div)\b/.test(form) ? form : `<p>\n${form}\n</p>`;
}

/** A block as HTML; "" for an empty paragraph. Pictures lead to what the data say. */
export function writeHtml(node: Node): string {
  if (node.type.name === 'source') return node.textContent;
  if (node.type.name === 'paragraph' && node.childCount === 0) return '';
  const page = document.implementation.createHTMLDocument('');
  page.body.append(DOMSerializer.fromSchema(node.type.schema).serializeNode(node, { document: page }));
  page.body.querySelectorAll(`img[${apart}]`).forEach((each) => each.replaceWith(pictured(page, each)));
  page.body.querySelectorAll('td, th, li').forEach((each) => unwrapped(each, node));
  page.body.querySelectorAll('table').forEach((each) => headed(page, each));
  return page.body.innerHTML;
}

/** The address stands first, as people write it. */
function pictured(page: Document, each: Element): HTMLImageElement {
  const written = page.createElement('img');
  written.setAttribute('src', each.getAttribute(apart) ?? '');
  for (const { name, value } of each.attributes) if (name !== apart) written.setAttribute(name, value);
  return written;
}

/** A cell is its line; so is an item of a list that was written so. */
function unwrapped(each: Element, node: Node): void {
  const [first] = each.children;
  if (first?.tagName !== 'P') return;
  const isTight = each.tagName === 'LI' && node.attrs['tight'] === true && ![...each.children].some((child, i) => i > 0 && child.tagName === 'P');
  if (each.tagName !== 'LI' || isTight) first.replaceWith(...first.childNodes);
}

/** A first row of headers is the head of its table. */
function headed(page: Document, table: Element): void {
  const row = table.querySelector('tr');
  if (!row || [...row.children].some((each) => each.tagName !== 'TH')) return;
  const head = page.createElement('thead');
  table.prepend(head);
  head.append(row);
  const body = table.querySelector('tbody');
  if (body?.childElementCount === 0) body.remove();
}
