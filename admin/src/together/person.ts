import type { PresentPerson } from '../api/types.gen';
import type { Speech } from '../i18n/text';

/** What somebody is called; who has no name is somebody. */
export function calledBy({ t }: Pick<Speech, 't'>, name: string): string {
  return name || t('together.somebody');
}

const cjk = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;

/** The letters that stand for a name or an address: of two words the first of each, of a Chinese name the given name. */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').trim().split(/[\s._-]+/).filter(Boolean);
  const [first, second] = words.map((word) => Array.from(word));
  if (!first) return '?';
  if (cjk.test(first.join(''))) return first.slice(-2).join('');
  return (second ? [first[0], second[0]] : first.slice(0, 2)).join('').toLocaleUpperCase();
}

/** The tones of marks: text in white stands on each of them. */
export const tones = 6;

/** The tone of a person, the same in every window. */
export function toneOf({ id }: Pick<PresentPerson, 'id'>): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % tones;
}
