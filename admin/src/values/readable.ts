import type { PropertySchema } from './schema';

/** Two texts as people read them, to be held against each other; as they are written where nothing but their markup differs. */
export function readable(before: string, after: string, schema: PropertySchema | undefined): readonly [string, string] {
  const read = reader(schema);
  const [was, is] = [read(before), read(after)];
  return was === is ? [before, after] : [was, is];
}

function reader(schema: PropertySchema | undefined): (text: string) => string {
  if (schema?.['x-mcp-hint'] === 'markdown') return fromMarkdown;
  return schema?.['x-mcp-hint'] === 'richtext' ? fromHTML : (text) => text;
}

/**
 * What Markdown is written with, and what stands for it. Addresses of other pages stay: they can be what has changed. The lengths
 * are bounded, so that no text takes long.
 */
const markup: readonly (readonly [RegExp, string])[] = [
  [/^ *(```|~~~).*\n?/gm, ''],
  [/^ *\|?(?: *:?-+:? *\|)+(?: *:?-+:?)? *\n?/gm, ''], // below the head of a table
  [/^ *\| *| *\| *$/gm, ''],
  [/(?<!\\) +\| +/g, ' · '],
  [/^ {0,3}#{1,6} +/gm, ''],
  [/^( *)[*+-] +/gm, '$1• '],
  [/!\[([^\]\n]{0,500})\]\([^)\n]{0,500}\)/g, '🖼 $1'],
  [/\[([^\]\n]{0,500})\]\((?:<([^>\n]{0,500})>|([^)\s]{0,500}))[^)\n]{0,500}\)/g, '$1 ($2$3)'],
  [/(?<!\\)(\*\*|__|~~|`+)/g, ''],
  [/(?<![\\\w*])[*_](?=\S)|(?<=[^\s\\])[*_](?![\w*])/g, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

function fromMarkdown(text: string): string {
  return markup.reduce((now, [mark, plain]) => now.replaceAll(mark, plain), unwrapped(text));
}

const quotes = /^( {0,3}> ?)+/;
const fence = /^ *(```|~~~)/;
/** Lines that are what they are alone: blank ones, headings and what underlines them, tables, rules. */
const isAlone = /^ *(?:$|#{1,6} |\||[-=*_ |:]*$)|(?<!\\) \| /;
/** What begins an item. */
const isItem = /^ *(?:[*+-]|\d{1,9}[.)]) /;
const isBroken = /(?: {2}|\\)$/;
const isIndented = /^ {4}/;
const wide = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]{2}$/u;

/** Whether a line goes on with what the one before it says. */
function goesOn(before: string, line: string): boolean {
  if (isAlone.test(before) || isAlone.test(line) || isItem.test(line) || isBroken.test(before)) return false;
  return !(isIndented.test(before) && isIndented.test(line));
}

/** Lines that only somebody's editor broke are one, as on the page: who writes in such a paragraph here leaves one line of it. Code keeps its lines. */
function unwrapped(text: string): string {
  let code: string | undefined;
  let before: { line: string; depth: number } | undefined;
  return text
    .split('\n')
    .map((raw) => {
      const quote = quotes.exec(raw)?.[0] ?? '';
      const line = raw.slice(quote.length);
      const depth = quote.split('>').length;
      const mark = fence.exec(line)?.[1];
      const wasCode = code;
      if (mark !== undefined && (code === undefined || code === mark)) code = code === undefined ? mark : undefined;
      const isCode = wasCode !== undefined || code !== undefined;
      const last = before;
      before = isCode ? undefined : { line, depth };
      if (!last || isCode || last.depth !== depth || !goesOn(last.line, line)) return `\n${line}`;
      const words = line.trimStart();
      const [end, start] = [Array.from(last.line.trimEnd().slice(-2)).at(-1) ?? '', Array.from(words.slice(0, 2))[0] ?? ''];
      return `${wide.test(end + start) ? '' : ' '}${words}`;
    })
    .join('')
    .slice(1);
}

const blocks = 'p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, tr, figure, hr';

function fromHTML(text: string): string {
  const { body } = new DOMParser().parseFromString(text, 'text/html');
  for (const each of body.querySelectorAll('img')) each.replaceWith(`🖼 ${each.alt}`);
  for (const each of body.querySelectorAll('a[href]')) each.append(` (${each.getAttribute('href') ?? ''})`);
  for (const each of body.querySelectorAll('br')) each.replaceWith('\n');
  for (const each of body.querySelectorAll('td + td, th + th')) each.prepend(' · ');
  for (const each of body.querySelectorAll(blocks)) each.append('\n\n');
  return body.textContent.replaceAll(/\n{3,}/g, '\n\n').trim();
}
