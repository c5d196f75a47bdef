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
  return markup.reduce((now, [mark, plain]) => now.replaceAll(mark, plain), text);
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
