import type { PropertySchema } from './schema';

/**
 * The signs of Markdown. The service has the same ones (internal/content/spoken.go): a page is called the same while it is typed
 * and in a list. White space is that of Unicode, as Go trims it: \s has another set in each language.
 */
const fence = /^(?:```|~~~)/;
const begins = /^(?:>\p{White_Space}*|(?:#{1,6}|[-*+]|\d{1,9}[.)]|\[[ xX]\]|\[!\w+\][-+]?)(?:\p{White_Space}+|$))*/u;
const ruled = /^[-*_=|: ]*$/;
const signs: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\*\*|__|~~|`+/g, ''],
  [/(^|[^\p{L}\p{N}\\*_])[*_]+([^\p{White_Space}*_])/gu, '$1$2'],
  [/([^\p{White_Space}\\*_])[*_]+([^\p{L}\p{N}*_]|$)/gu, '$1$2'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];
const blockTag = /<\/?(?:p|h[1-6]|li|blockquote|pre|tr|figure|hr|br)\b[^>]*>/g;
const margins = /^\p{White_Space}+|\p{White_Space}+$/gu;

/** How much of a text is looked at, in characters: time grows with the square of it, where signs are opened and never closed. */
const looked = 4000;

/** The first line with words of a text of this schema, without the signs that prose is written with; what is no prose as it is. */
export function spoken(schema: PropertySchema | undefined, text: string): string {
  switch (schema?.['x-mcp-hint']) {
    case 'markdown':
      return firstLine(beginning(text), fromMarkdown);
    case 'richtext':
      return firstLine(fromHtml(beginning(text)));
    default:
      return text;
  }
}

/** What is looked at of a text. A character may be two units of it. */
const beginning = (text: string) => (text.length > looked ? Array.from(text.slice(0, 2 * looked)).slice(0, looked).join('') : text);

function firstLine(text: string, said = (line: string) => line): string {
  for (const line of text.split('\n')) {
    const words = trimmed(said(trimmed(line)));
    if (words !== '') return words;
  }
  return '';
}

const trimmed = (text: string) => text.replaceAll(margins, '');

const fromHtml = (text: string) => new DOMParser().parseFromString(text.replaceAll(blockTag, '\n'), 'text/html').body.textContent;

function fromMarkdown(line: string): string {
  const inside = line.replace(begins, '');
  return fence.test(line) || ruled.test(inside) ? '' : signs.reduce((now, [sign, plain]) => now.replaceAll(sign, plain), inside);
}
