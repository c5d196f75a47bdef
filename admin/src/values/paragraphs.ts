/** A text in paragraphs, each with what ends it. They are the text again when they are put together. */
export function paragraphsOf(text: string): string[] {
  return text.split(/(?<=\n[ \t]*\n+)(?!\n)|(?<=<\/(?:p|h[1-6]|ul|ol|blockquote|pre|table|figure)>)/).filter((each) => each !== '');
}

/** Where sentences end, also in languages that leave no space between them. A browser without it tells lines apart. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'sentence' }) : undefined;

/** A paragraph in its lines, as those of a list, and those in sentences. They are the paragraph again when they are put together. */
export function sentencesOf(paragraph: string): string[] {
  return linesOf(paragraph).flatMap((line) => (segmenter ? Array.from(segmenter.segment(line), ({ segment }) => segment) : line)).filter((each) => each !== '');
}

/** More than this many paragraphs, or sentences, that differ are not held against each other. */
const most = 2000;

/** Which part of a text is taken where both changed it; with `each` first theirs and then mine. */
type Preferred = 'mine' | 'theirs' | 'each';

/**
 * What two people made of one text, where each changed other paragraphs than the other, or other sentences of one. Where both
 * changed the same place, and not alike, it has the paragraph of `prefer`, and is undefined without one.
 */
export const mergedText = (base: string, mine: string, theirs: string, prefer?: Preferred): string | undefined =>
  mergedBy(paragraphsOf, base, mine, theirs, prefer, (...one) => mergedBy(sentencesOf, ...one));

/** A part and the space that ends it: what somebody writes behind a part does not change it. */
const withoutEnd = (part: string) => part.split(/(?<=\S)(?=\s+$)/);

type Merge = (base: string, mine: string, theirs: string) => string | undefined;

/** The same by parts of one size. What both changed of one part is for `finer`. */
function mergedBy(split: (text: string) => string[], base: string, mine: string, theirs: string, prefer?: Preferred, finer?: Merge): string | undefined {
  if (mine === theirs || base === theirs) return mine;
  if (base === mine) return theirs;
  const [was, own, other] = [base, mine, theirs].map((text) => split(text).flatMap(withoutEnd)) as [string[], string[], string[]];
  if (Math.max(was.length, own.length, other.length) > most) return undefined;
  const [inOwn, inOther] = [matches(was, own), matches(was, other)];
  const parts: string[] = [];
  let [b, o, t] = [0, 0, 0];
  for (let i = 0; i <= was.length; i++) {
    const end = i === was.length;
    const [atOwn, atOther] = end ? [own.length, other.length] : [inOwn[i], inOther[i]];
    if (atOwn === undefined || atOther === undefined) continue;
    const [mineHere, theirsHere] = [own.slice(o, atOwn), other.slice(t, atOther)];
    const part = chosen(was.slice(b, i), mineHere, theirsHere, finer) ?? (prefer && { mine: mineHere, theirs: theirsHere, each: [...apart(theirsHere), ...mineHere] }[prefer]);
    if (!part) return undefined;
    parts.push(...part);
    if (!end) parts.push(was[i] ?? '');
    [b, o, t] = [i + 1, atOwn + 1, atOther + 1];
  }
  return parts.join('');
}

/** Paragraphs that others can follow. */
function apart(paragraphs: string[]): string[] {
  const last = paragraphs.at(-1);
  return last === undefined || /(\n[ \t]*\n|>\s*)$/.test(last) ? paragraphs : [...paragraphs, '\n\n'];
}

/** Of a stretch that at least one changed, whose is taken. */
function chosen(was: string[], own: string[], other: string[], finer: Merge | undefined): string[] | undefined {
  if (isSame(own, other) || isSame(was, other)) return own;
  if (isSame(was, own)) return other;
  const grown = around(was, own, other) ?? around(was, other, own);
  if (grown) return grown;
  if (was.length === 0 || own.length !== was.length || other.length !== was.length) return undefined;
  if (was.length === 1) {
    const part = finer?.(was.join(''), own.join(''), other.join(''));
    return part === undefined ? undefined : [part];
  }
  // Neighbours that were changed in place are looked at one by one.
  const each = was.map((_, i) => chosen(was.slice(i, i + 1), own.slice(i, i + 1), other.slice(i, i + 1), finer));
  return each.includes(undefined) ? undefined : each.flatMap((part) => part ?? []);
}

/** What one side put before and behind a stretch that the other one changed. */
function around(was: string[], grown: string[], changed: string[]): string[] | undefined {
  if (was.length === 0 || changed.length > was.length) return undefined; // both added something
  const at = grown.findIndex((_, i) => isSame(grown.slice(i, i + was.length), was));
  return at < 0 ? undefined : [...grown.slice(0, at), ...changed, ...grown.slice(at + was.length)];
}

const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((each, i) => each === b[i]);

/** A stretch of a list, and the stretch of another list that comes in its place. */
interface Hunk {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** Where a list has to change to become another, in their order. */
export function hunksOf<T>(before: readonly T[], after: readonly T[], same: (a: T, b: T) => boolean = Object.is): Hunk[] {
  const isSameAt = (i: number, j: number) => i >= 0 && j >= 0 && i < before.length && j < after.length && same(before[i] as T, after[j] as T);
  let first = 0;
  while (isSameAt(first, first)) first++;
  let [last, end] = [before.length, after.length];
  while (last > first && end > first && isSameAt(last - 1, end - 1)) [last, end] = [last - 1, end - 1];
  const [gone, came] = [before.slice(first, last), after.slice(first, end)];
  const kept = Math.max(gone.length, came.length) > most ? [] : matches(gone, came, same);
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  for (let at = 0; at <= gone.length; at++) {
    const to = at === gone.length ? came.length : kept[at];
    if (to === undefined) continue;
    if (at > i || to > j) hunks.push({ from: first + i, to: first + at, start: first + j, end: first + to });
    [i, j] = [at + 1, to + 1];
  }
  return hunks;
}

/** What of a text changes for it to become another: what stays, and whoever is in it, keeps its place. */
export function textChanges(before: string, after: string): { from: number; to: number; insert: string }[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  const length = (lines: string[]) => lines.reduce((sum, each) => sum + each.length, 0);
  return hunksOf(was, is).map((hunk) => {
    const [gone, came] = [was.slice(hunk.from, hunk.to).join(''), is.slice(hunk.start, hunk.end).join('')];
    let first = 0;
    while (first < gone.length && gone[first] === came[first]) first++;
    let tail = 0;
    while (tail < Math.min(gone.length, came.length) - first && gone.at(-1 - tail) === came.at(-1 - tail)) tail++;
    const from = length(was.slice(0, hunk.from));
    return { from: from + first, to: from + gone.length - tail, insert: came.slice(first, came.length - tail) };
  });
}

const linesOf = (text: string) => text.split(/(?<=\n)/);

/** Where each item of one list is found again in another, in their order: a longest common subsequence. */
function matches<T>(from: readonly T[], to: readonly T[], same: (a: T, b: T) => boolean = Object.is): (number | undefined)[] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = from.length - 1; i >= 0; i--) {
    const row = lengths[i];
    for (let j = to.length - 1; j >= 0 && row; j--) row[j] = same(from[i] as T, to[j] as T) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const found: (number | undefined)[] = [];
  for (let i = 0, j = 0; i < from.length; ) {
    if (j < to.length && same(from[i] as T, to[j] as T)) found[i++] = j++;
    else if (j < to.length && at(i, j + 1) >= at(i + 1, j)) j++;
    else i++;
  }
  return found;
}
