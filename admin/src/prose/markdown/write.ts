import type { Node } from '@tiptap/pm/model';

import { writeInline } from './inline';
import { calloutLine, foldOf } from '../schema/callout';
import { escapedText, nothing, numbered } from './escape';

/** A block as Markdown; "" for one that leaves nothing, as an empty paragraph does. */
export function writeMarkdown(node: Node): string {
  switch (node.type.name) {
    case 'paragraph':
      return writeInline(node, { lines: 'many' });
    case 'heading':
      return heading(node);
    case 'blockquote':
      return quotation(node);
    case 'bulletList':
    case 'orderedList':
      return list(node, String(node.attrs['marker']));
    case 'codeBlock':
      return code(node);
    case 'horizontalRule':
      return '---';
    case 'table':
      return table(node);
    default:
      return node.textContent;
  }
}

/** A paragraph stands right below the line that names a callout; anything else, and what would underline the line, behind a blank one. */
function quotation(node: Node): string {
  const [line, text] = [calloutLine(node), blocks(node.children, false)];
  if (line === undefined) return prefixed(text, '> ', '> ');
  if (foldOf(node)) return prefixed(folded(line, node.children), '> ', '> ');
  const first = node.children.find((each) => writeMarkdown(each) !== '');
  const gap = first?.type.name === 'paragraph' && /^[\p{L}\p{N}]/u.test(text) ? '\n' : '\n\n';
  return prefixed(text === '' ? line : line + gap + text, '> ', '> ');
}

/** A callout that folds: its title stands behind the label. */
function folded(label: string, children: readonly Node[]): string {
  const [first, ...rest] = children;
  const isTitled = first?.type.name === 'paragraph';
  const title = isTitled ? writeInline(first, { lines: 'one' }) : '';
  const text = blocks(isTitled ? rest : children, false);
  return cut(`${label} ${title}`) + (text === '' ? '' : `\n\n${text}`);
}

function heading(node: Node): string {
  const text = writeInline(node, { lines: 'one' });
  const closed = /(^|\s)#+$/.test(text) ? text.replace(/#+$/, (marks) => `\\${marks}`) : text;
  return cut(`${'#'.repeat(Number(node.attrs['level']))} ${closed}`);
}

/** Blocks under each other; of lists of one kind that meet, the second has another mark, which keeps them apart. */
function blocks(nodes: readonly Node[], tight: boolean): string {
  let out = '';
  let last: { node: Node; marker: string | undefined } | undefined;
  for (const node of nodes) {
    const own = isList(node) ? String(node.attrs['marker']) : undefined;
    const marker = own !== undefined && last?.node.type === node.type && last.marker === own ? others[own] : own;
    const text = marker === undefined ? writeMarkdown(node) : list(node, marker);
    if (text === '') continue;
    out += (last ? (tight ? '\n' : '\n\n') : '') + text;
    last = { node, marker };
  }
  return out;
}

const others: Record<string, string> = { '-': '*', '*': '-', '+': '-', '.': ')', ')': '.' };
const isList = (node: Node) => node.type.name === 'bulletList' || node.type.name === 'orderedList';

function prefixed(text: string, first: string, rest: string): string {
  return text.split('\n').map((line, i) => (i === 0 ? first + line : line === '' ? rest.trimEnd() : rest + line)).join('\n');
}

const cut = (text: string) => text.replace(/[ \t\n]+$/, '');

function list(node: Node, marker: string): string {
  const ordered = node.type.name === 'orderedList';
  const tight = node.attrs['tight'] === true && node.children.every(isTightItem);
  return node.children.map((item, i) => {
    const sign = ordered ? `${Number(node.attrs['start'] ?? 1) + i}${marker} ` : `${marker} `;
    return entry(item, sign, tight);
  }).join(tight ? '\n' : '\n\n');
}

/** Whether no blank line is needed in an item: behind its words come lists and code alone. */
function isTightItem(item: Node): boolean {
  const used = item.children.filter((each, i) => i === 0 || writeMarkdown(each) !== '');
  return used.every((each, i) => i === 0 || (isList(each) && !beginsEmpty(each)) || each.type.name === 'codeBlock') && used.every((each, i) => i === 0 || !(isList(each) && isList(used[i - 1] as Node)));
}

/** The mark of an empty item right below a line would underline it. */
const beginsEmpty = (node: Node) => /^\S+[ \t]*(\n|$)/.test(writeMarkdown(node));

function entry(item: Node, sign: string, tight: boolean): string {
  const checked = item.attrs['checked'] as boolean | null;
  const box = checked === null ? '' : `[${checked ? 'x' : ' '}] `;
  const [first, ...others] = item.children;
  const words = first ? writeMarkdown(first) : '';
  const rest = blocks(others, tight);
  // An item that begins with nothing can hold no more than its first line, which therefore is not empty; a box needs words.
  const begun = words === '' && (rest !== '' || checked !== null) ? numbered(nothing) : words;
  const text = box + begun + (rest === '' ? '' : (tight ? '\n' : '\n\n') + rest);
  return cut(prefixed(text, sign, ' '.repeat(sign.length)));
}

function code(node: Node): string {
  const info = String(node.attrs['language'] ?? '');
  const text = node.textContent;
  const char = info.includes('`') ? '~' : '`';
  const most = Math.max(2, ...Array.from(text.matchAll(char === '`' ? /^ *`+/gm : /^ *~+/gm), ([run]) => run.trim().length));
  const fence = char.repeat(most + 1);
  return `${fence}${info}\n${text === '' ? '' : `${text}\n`}${fence}`;
}

const rules: Record<string, string> = { left: ':---', center: ':---:', right: '---:' };

/** A table as GitHub has it: the first row is its head, whatever it is made of, and a cell that spans others leaves them empty. */
function table(node: Node): string {
  const rows = node.children.map((row) => row.children.flatMap((cell) => [cell, ...Array.from({ length: Number(cell.attrs['colspan'] ?? 1) - 1 }, () => undefined)]));
  const width = Math.max(1, ...rows.map((row) => row.length));
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  const filled = rows.map((row) => line(Array.from({ length: width }, (_, i) => cellText(row[i]))));
  const aligned = line(Array.from({ length: width }, (_, i) => rules[String(rows[0]?.[i]?.attrs['align'])] ?? '---'));
  return [filled[0] ?? '', aligned, ...filled.slice(1)].join('\n');
}

function cellText(cell: Node | undefined): string {
  if (!cell) return '';
  const paragraphs = cell.children.map((each) => (each.isTextblock ? writeInline(each, { lines: 'one' }) : escapedText(each.textContent)));
  return edged(paragraphs.filter((each) => each !== '').join('<br>').replaceAll('|', '\\|'));
}

/** A wide space at an end would be cut off; as a number it would be a part of an address that it follows. */
function edged(text: string): string {
  const apart = text.replace(/(https?|ftp|mailto):(?=[^\s`]*[^\S \t\n]$)/gi, `$1${numbered(':')}`);
  return apart.replaceAll(/^[^\S \t\n]|[^\S \t\n]$/g, numbered);
}
