import type { Token } from 'markdown-it';

import { markdown } from './parser';

/** The pictures that a text in Markdown shows, as the service reads it: none in code. What is said of them is as it is written. */
export function imagesIn(text: string): { src: string; alt: string }[] {
  const all = (tokens: readonly Token[]): Token[] => tokens.flatMap((each) => [each, ...(each.type === 'inline' ? all(each.children ?? []) : [])]);
  return all(markdown.parse(text, {})).flatMap((each) => (each.type === 'image' ? [{ src: String(each.attrGet('src') ?? ''), alt: each.content }] : []));
}
