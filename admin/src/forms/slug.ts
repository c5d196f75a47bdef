import { expressionOf } from './findings';
import type { Shape } from './shape';

/** The words of a title as an address writes them: without accents, in lower case, joined by hyphens. "" where it has none of these letters. */
export function slugOf(title: string, most = 80): string {
  const plain = title.normalize('NFKD').replace(/\p{M}+/gu, '').replace(/['’]/g, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const whole = words.join('-');
  if (whole.length <= most) return whole;
  const cut = whole.slice(0, most + 1);
  return cut.slice(0, cut.includes('-') ? cut.lastIndexOf('-') : most);
}

/** Whether a text is known to have the form that a pattern asks for. */
export const fits = (text: string, pattern: string | undefined): boolean => pattern === undefined || expressionOf(pattern)?.test(text) === true;

/** A word as its list takes it: where that takes words of an address alone, as one. One that cannot be made fit stays what was typed. */
export function wordFor(word: string, { pattern, maxLength }: Shape): string {
  if (fits(word, pattern)) return word;
  const slug = slugOf(word, maxLength);
  return slug !== '' && fits(slug, pattern) ? slug : word;
}
