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
  [/^( {0,3}> ?)+/gm, ''],
  [/^ {0,3}#{1,6} +/gm, ''],
  [/^( *)[*+-] +/gm, '$1• '],
  [/!\[([^\]\n]{0,500})\]\([^)\n]{0,500}\)/g, '🖼 $1'],
  [/\[([^\]\n]{0,500})\]\((?:<([^>\n]{0,500})>|([^)\s]{0,500}))[^)\n]{0,500}\)/g, '$1 ($2$3)'],
  [/(?<!\\)(\*\*|__|~~|`+)/g, ''],
  [/(?<![\\\w*])[*_](?=\S)|(?<=[^\s\\])[*_](?![\w*])/g, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

function fromMarkdown(text: string): string {
  return markup.reduce((now, [mark, plain]) => now.replaceAll(mark, plain), unwrapped(text.replaceAll(/^( {0,3}> ?)+/gm, '')));
}

const fence = /^ *(?:```|~~~)/;
/** What goes on is no blank line, and begins no block. */
const goesOn = /^(?! *(?:[#|]|[*+-] |\d{1,9}[.)] |```|~~~|[-=]{2,} *$)) *\S/;
/** What may go on is no blank line, no heading and no table, and does not end in a break. */
const isOpen = /^(?! *(?:#{1,6} |\||```|~~~)).*[^\s\\]$/;
const wide = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]{2}$/u;

/** Lines that only somebody's editor broke are one, as on the page: who writes in such a paragraph here leaves one line of it. Code keeps its lines. */
function unwrapped(text: string): string {
  let isCode = false;
  let before = '';
  return text
    .split('\n')
    .map((line, i) => {
      const isFence = fence.test(line);
      const isJoined = i > 0 && !isCode && !isFence && isOpen.test(before) && goesOn.test(line) && !(before.startsWith('    ') && line.startsWith('    '));
      const [last, first] = [Array.from(before.slice(-2)).at(-1) ?? '', Array.from(line.trimStart().slice(0, 2))[0] ?? ''];
      const [gap, words] = isJoined ? [wide.test(last + first) ? '' : ' ', line.trimStart()] : [i > 0 ? '\n' : '', line];
      if (isFence) isCode = !isCode;
      before = line;
      return gap + words;
    })
    .join('');
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
