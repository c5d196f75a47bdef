import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';

type Wanted = Pick<SpotlightActionData, 'label' | 'description' | 'keywords'>;

/** Those actions that fit a term, the best first; all for no term. Words may be in any order, begun, mistyped or left out. */
export function matching<T extends Wanted>(term: string, actions: readonly T[]): T[] {
  if (term === '') return [...actions];
  const wanted = folded(term);
  return actions
    .map((action) => ({ action, score: scoreOf(wanted, action) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ action }) => action);
}

const folded = (text: unknown) => (typeof text === 'string' ? text.normalize('NFKC').toLowerCase() : '');
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** How well an action fits: by what it is called, by the words that are said of it, and last by what was probably meant. */
function scoreOf(wanted: string, { label, description, keywords }: Wanted): number {
  const called = folded(label);
  const said = `${folded(keywords)} ${folded(description)}`;
  if (called.startsWith(wanted)) return 100;
  if (called.includes(wanted)) return 90;
  const asked = wordsOf(wanted);
  const ofLabel = wordsOf(called);
  const every = [...ofLabel, ...wordsOf(said)];
  if (asked.length > 0 && asked.every((word) => every.some((each) => each.startsWith(word)))) {
    return 60 + (20 * asked.filter((word) => ofLabel.some((each) => each.startsWith(word))).length) / asked.length;
  }
  if (said.includes(wanted)) return 50;
  if (asked.length > 0 && asked.every((word) => every.some((each) => each.startsWith(word) || isNear(word, each)))) return 30;
  return isBegun(wanted, ofLabel) ? 20 : 0;
}

/** Whether a word was probably meant: one letter is wrong, missing, doubled or out of place; two in a long word. */
function isNear(typed: string, word: string): boolean {
  const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  return most > 0 && Math.abs(typed.length - word.length) <= most && distance(typed, word) <= most;
}

/** How many letters have to be changed, left out, put in or swapped with the next. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row[j] = least;
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** Whether a term is made of the beginnings of words in their order, as `npo` is of “New post”. */
function isBegun(term: string, words: readonly string[]): boolean {
  if (term.length < 2 || term.includes(' ')) return false;
  const from = (at: number, word: number): boolean => {
    if (at === term.length) return true;
    const each = words[word];
    if (each === undefined) return false;
    for (let taken = 1; taken <= each.length && each[taken - 1] === term[at + taken - 1]; taken++) {
      if (from(at + taken, word + 1)) return true;
    }
    return from(at, word + 1);
  };
  return from(0, 0);
}

/** An action, and what is said of it where another one has the same words. */
interface Apart<T> {
  action: T;
  apart?: string;
}

/** Actions with words of which no two are the same. */
export function toldApart<T extends Wanted>(all: readonly Apart<T>[]): T[] {
  const words = ({ label, description }: Wanted) => JSON.stringify([folded(label), folded(description)]);
  const counts = new Map<string, number>();
  for (const { action } of all) counts.set(words(action), (counts.get(words(action)) ?? 0) + 1);
  return all.map(({ action, apart }) => {
    if (apart === undefined || counts.get(words(action)) === 1) return action;
    const { description } = action;
    const more = description === undefined || description === '' || apart.startsWith(description) ? apart : `${description} · ${apart}`;
    return { ...action, description: more };
  });
}

/** How many are offered of those that staff have named: what is below them stays in sight. */
const mostNamed = 5;

/** Those of what staff have named that fit a term best, told apart. */
export const bestNamed = <T extends Wanted>(term: string, all: readonly Apart<T>[]): T[] => matching(term, toldApart(all)).slice(0, mostNamed);

/** Groups that have something in them. */
export function filled(groups: readonly SpotlightActionGroupData[]): SpotlightActionGroupData[] {
  return groups.filter(({ actions }) => actions.length > 0);
}
