import type { PropertySchema } from './schema';

/** The signs of Markdown. The service has the same ones (internal/content/spoken.go): a page is called the same while it is typed and in a list. */
const fence = /^(?:```|~~~)/;
const begins = /^(?:>\s*|(?:#{1,6}|[-*+]|\d{1,9}[.)]|\[[ xX]\]|\[!\w+\][-+]?)(?:\s+|$))*/;
const ruled = /^[-*_=|: ]*$/;
const signs: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\*\*|__|~~|`+/g, ''],
  [/(^|[^\p{L}\p{N}\\*_])[*_]+([^\s*_])/gu, '$1$2'],
  [/([^\s\\*_])[*_]+([^\p{L}\p{N}*_]|$)/gu, '$1$2'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];
const blockTag = /<\/?(?:p|h[1-6]|li|blockquote|pre|tr|figure|hr|br)\b[^>]*>/g;

/** The first line with words of a text of this schema, without the signs that prose is written with; what is no prose as it is. */
export function spoken(schema: PropertySchema | undefined, text: string): string {
  switch (schema?.['x-mcp-hint']) {
    case 'markdown':
      return firstLine(text, fromMarkdown);
    case 'richtext':
      return firstLine(text.replaceAll(blockTag, '\n'), (line) => new DOMParser().parseFromString(line, 'text/html').body.textContent);
    default:
      return text;
  }
}

function firstLine(text: string, said: (line: string) => string): string {
  for (const line of text.split('\n')) {
    const words = said(line.trim()).trim();
    if (words !== '') return words;
  }
  return '';
}

function fromMarkdown(line: string): string {
  const inside = line.replace(begins, '');
  return fence.test(line) || ruled.test(inside) ? '' : signs.reduce((now, [sign, plain]) => now.replaceAll(sign, plain), inside);
}
