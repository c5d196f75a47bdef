import type { Schema } from '@tiptap/pm/model';

import type { Format, Side } from '../format';
import { markdown } from './parser';
import { readMarkdown } from './read';
import { writeMarkdown } from './write';

/** Texts in Markdown. */
export function markdownFormat(schema: Schema): Format {
  return { read: (text) => readMarkdown(schema, text), write: writeMarkdown, between };
}

const apart = '\n\n<!-- -->\n\n';
const ended = new Set(['paragraph', 'heading', 'horizontalRule', 'blockquote', 'table']);

/** What keeps two blocks apart: what stood there if it does, a blank line, or a comment, which no reader sees. */
function between(a: Side, b: Side, gap: string | undefined): string {
  const ways = [...(gap === undefined ? [] : [gap]), '\n\n', apart];
  return ways.find((way) => isBlank(way) && ended.has(a.node.type.name)) ?? ways.find((way) => isApart(a.text, way, b.text)) ?? apart;
}

const isBlank = (gap: string) => /(\r\n?|\n)[ \t]*(\r\n?|\n)/.test(gap) && !gap.includes('<');

/** Whether no block of the two together reaches from one into the other. */
function isApart(a: string, gap: string, b: string): boolean {
  const text = a + gap + b;
  const tokens: Parameters<typeof markdown.block.parse>[3] = [];
  markdown.block.parse(text.replaceAll(/\r\n?/g, '\n'), markdown, {}, tokens);
  const line = (a + gap).split(/\r\n?|\n/).length - 1;
  return tokens.every(({ level, map }) => level !== 0 || !map || !(map[0] < line && lastOf(text, map[1]) > line));
}

/** The line behind a block, without the blank ones that it may count as its own. */
function lastOf(text: string, end: number): number {
  const lines = text.split(/\r\n?|\n/);
  let last = Math.min(end, lines.length);
  while (last > 0 && lines[last - 1]?.trim() === '') last--;
  return last;
}
