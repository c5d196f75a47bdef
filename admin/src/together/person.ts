import type { PresentPerson } from '../api/types.gen';
import type { Speech } from '../i18n/text';

/** What somebody is called; who has no name is somebody. */
export function calledBy({ t }: Pick<Speech, 't'>, name: string): string {
  return name || t('together.somebody');
}

const cjk = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;

/** The letters that stand for a name: of two words the first of each, of a Chinese name the given name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/[\s@._-]+/).filter(Boolean);
  const [first, second] = words;
  if (first === undefined) return '?';
  if (cjk.test(first)) return [...first].slice(-2).join('');
  return ([...first][0] ?? '').concat(second === undefined ? '' : ([...second][0] ?? '')).toLocaleUpperCase();
}

/** The tones of marks: text in white stands on each of them. */
export const tones = 6;

/** The tone of a person, the same in every window. */
export function toneOf({ id }: Pick<PresentPerson, 'id'>): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % tones;
}
