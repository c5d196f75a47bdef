import { expressionOf } from './findings';
import type { Shape } from './shape';

/** The words of a title as an address writes them: without accents, in lower case, joined by hyphens. "" where it has none of these letters. */
export function slugOf(title: string, most = 80, latin = inLatin): string {
  const words = plain(latin(title)).match(/[a-z0-9]+/g) ?? [];
  const whole = words.join('-');
  if (whole.length <= most) return whole;
  const cut = whole.slice(0, most + 1);
  return cut.slice(0, cut.includes('-') ? cut.lastIndexOf('-') : most);
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}+/gu, '').replace(/['’]/g, '').toLowerCase();

let transliterate: ((text: string) => string) | undefined;

/** The letters of a title as they are: of other scripts nothing is in a slug then. */
export const asTyped = (title: string): string => title;

const inLatin = (text: string) => transliterate?.(text) ?? text;

/** Whether a title has letters that have to be written in Latin ones, and nothing is here yet that does it. */
export const lacksLatin = (title: string): boolean => transliterate === undefined && /(?=\P{ASCII})[\p{L}\p{N}]/u.test(plain(title));

/** Brings what writes other scripts in Latin letters: it is large, and most titles do without it (decision 353). */
export async function bringLatin(): Promise<void> {
  const library = await import('transliteration');
  transliterate = (text) => library.transliterate(text);
}

/** Whether a text is known to have the form that a pattern asks for. */
export const fits = (text: string, pattern: string | undefined): boolean => pattern === undefined || expressionOf(pattern)?.test(text) === true;

/** A word as its list takes it: where that takes words of an address alone, as one. One that cannot be made fit stays what was typed. */
export function wordFor(word: string, { pattern, maxLength }: Shape): string {
  if (fits(word, pattern)) return word;
  const slug = slugOf(word, maxLength, asTyped);
  return slug !== '' && fits(slug, pattern) ? slug : word;
}
