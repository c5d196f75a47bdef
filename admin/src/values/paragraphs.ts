/** A text in paragraphs, each with what ends it. They are the text again when they are put together. */
export function paragraphsOf(text: string): string[] {
  return text.split(/(?<=\n[ \t]*\n+)(?!\n)|(?<=<\/(?:p|h[1-6]|ul|ol|blockquote|pre|table|figure)>)/).filter((each) => each !== '');
}

/** Where sentences end, also in languages that leave no space between them. A browser without it tells lines apart. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'sentence' }) : undefined;

/** Whether a line is a row of a table: its cells stand under the heads of other lines. */
const isRow = (line: string) => /^\s*\|/.test(line);

/** A line of prose goes on in the next one, but before what begins a line of its own: an item, a row, a quotation, a heading. */
const ownLine = /(?<=\n)(?=[ \t]*(?:[-*+>|#]|\d+[.)][ \t]))/;

/** A line that ends without being broken is one with the next, however it is written. */
const unwrapped = (text: string) => text.replace(/(?<! {2}|\\)\n(?!\n)/g, ' ');

/** Lines of code mean what they are. */
const isCode = (text: string) => /```|~~~|<pre|^(?: {4}|\t)/m.test(text);

/** A paragraph in its lines, as those of a list, and those in sentences. They are the paragraph again when they are put together. */
export function sentencesOf(paragraph: string): string[] {
  const lines = isCode(paragraph) ? linesOf(paragraph) : paragraph.split(ownLine);
  return lines.flatMap((line) => (isRow(line) || isCode(paragraph) ? line : inSentences(line))).filter((each) => each !== '');
}

function inSentences(line: string): string[] {
  if (!segmenter) return linesOf(line);
  return Array.from(segmenter.segment(unwrapped(line)), ({ index, segment }) => line.slice(index, index + segment.length));
}

/** More than this many paragraphs, or sentences, that differ are not held against each other. */
const most = 2000;

/** Which part of a text is taken where both changed it; with `each` first theirs and then mine, and what they share of a paragraph once. */
type Preferred = 'mine' | 'theirs' | 'each';

/** A place that both changed, in parts of one size. `at` is where it begins in my text. */
interface Clash {
  was: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
  at: number;
}

/** What is taken of such a place; undefined where somebody has to choose. */
type Choice = (clash: Clash) => readonly string[] | undefined;

/** Theirs and then mine, with what `gap` says between them where there is no space. Part by part, where as many came as there were. */
const inTurn = (gap: (before: string) => string): Choice => ({ was, mine, theirs }) => {
  const both = (own: readonly string[], other: readonly string[]) => {
    const [before = '', behind = ''] = [other.at(-1), own[0]];
    return [...other, before === '' || /^\s/.test(behind) ? '' : gap(before), ...own];
  };
  if (mine.length !== was.length || theirs.length !== was.length) return mine.length === 0 ? theirs : both(mine, theirs);
  return was.flatMap((each, i) => {
    const [own, other] = [mine[i] ?? '', theirs[i] ?? ''];
    if (own === each || own === other) return [other];
    return other === each ? [own] : both([own], [other]);
  });
};

const choices: Record<Preferred, Choice> = {
  mine: ({ mine }) => mine,
  theirs: ({ theirs }) => theirs,
  each: inTurn((before) => (/(\n[ \t]*\n|>\s*)$/.test(before) ? '' : '\n\n')),
};

type Merge = (base: string, mine: string, theirs: string) => string | undefined;

/**
 * What two people made of one text, where each changed other paragraphs than the other, or other sentences of one. Where both
 * changed the same place, and not alike, it has the paragraph of `prefer`, and is undefined without one.
 */
export const mergedText = (base: string, mine: string, theirs: string, prefer?: Preferred): string | undefined =>
  mergedBy(byParagraph(prefer === 'each' ? both : sentences), base, mine, theirs, prefer && choices[prefer]);

/** Where mine begins to differ in the first place that nobody can put together with theirs; undefined for none. */
export function clashIn(base: string, mine: string, theirs: string): number | undefined {
  let first: number | undefined;
  mergedBy(byParagraph(sentences), base, mine, theirs, ({ was, mine: own, at }) => {
    const same = own.findIndex((part, i) => part !== was[i]);
    first ??= at + lengthOf(own.slice(0, Math.max(0, same)));
    return own;
  });
  return first;
}

/** Into which parts a text is split, which of them are the same, and what is made of one that both changed. */
interface Size {
  split: (text: string) => string[];
  same: (a: string, b: string) => boolean;
  /** Whether changes that touch are one place, to be told apart by `finer`. */
  joins?: boolean;
  finer?: Merge;
}

const byParagraph = (finer: Merge): Size => ({ split: paragraphsOf, same: Object.is, joins: true, finer });

/** Where a line is wrapped is nothing that anybody wrote. */
const sameWords = (a: string, b: string) => unwrapped(a) === unwrapped(b);

const bySentence: Size = { split: sentencesOf, same: sameWords };

const sentences: Merge = (...one) => mergedBy(bySentence, ...one);

/** What begins or ends in another sentence, such as a stretch of bold words, cannot stand twice. */
const onlyWhole = (choice: Choice): Choice => (clash) => ([clash.theirs, clash.mine].every((each) => isWhole(each.join(''))) ? choice(clash) : undefined);

function isWhole(part: string): boolean {
  const count = (mark: RegExp) => part.replace(/^\s*[*+-]\s/, '').match(mark)?.length ?? 0;
  const opened = count(/<[a-z][^>]*(?<!\/)>/gi) - count(/<(?:br|img|hr)\b[^>]*(?<!\/)>/gi);
  return opened === count(/<\/[a-z]/gi) && count(/\[/g) === count(/\]/g) && [/\*+/g, /_+/g, /~+/g, /`+/g].every((mark) => count(mark) % 2 === 0);
}

/** What begins a line of its own in Markdown, or an item in HTML. */
const isItem = (line: string) => /^\s*(?:[>#]|(?:[-*+]|\d+[.)])[ \t]|<li\b)/.test(line);

/** A paragraph in the parts that its sentences stand in: the items of a list, and prose without the tags around it. */
const itemsOf = (text: string): string[] =>
  text.split(ownLine).flatMap((line) => line.split(/(?=<li\b)|(?<=<\/li>)|(?<=<(?:p|h[1-6])\b[^>]*>)|(?=<\/(?:p|h[1-6])>)/)).filter((each) => each !== '');

/** Of an item that both changed both are kept, and of prose what differs. */
const byItem: Size = { split: itemsOf, same: sameWords, finer: (...one) => (one.some(isItem) ? sentences(...one) : bothSentences(...one)) };

/** The sentences of both, where they share any: else they are two paragraphs. */
const bothSentences: Merge = (base, mine, theirs) => {
  const merged = mergedBy(bySentence, base, mine, theirs, onlyWhole(inTurn((before) => (/[\s。！？；…」』”]$/.test(before) ? '' : ' '))));
  return merged !== undefined && merged.trim().length < mine.trim().length + theirs.trim().length ? merged : undefined;
};

const itemsInTurn = onlyWhole(inTurn((before) => (/[\n>]$/.test(before) ? '' : '\n')));

/** Prose that has no sentence in common stands twice with the paragraph that it is in. */
const bothItems: Choice = (clash) => ([clash.theirs, clash.mine].every(([first]) => first === undefined || isItem(first)) ? itemsInTurn(clash) : undefined);

/** Both versions of a paragraph that both changed, with what they share once (decision 379); undefined where that would break it, as columns and code. */
const both: Merge = (...one) => sentences(...one) ?? (one.some((text) => isCode(text) || linesOf(text).some(isRow)) ? undefined : mergedBy(byItem, ...one, bothItems));

/** A part and the space that ends it: what somebody writes behind a part does not change it. */
const withoutEnd = (part: string) => part.split(/(?<=\S)(?=\s+$)/);

/** The same by parts of one size: what only one of them changed is theirs, and where both did `finer` is asked, and then `choice`. */
function mergedBy(size: Size, base: string, mine: string, theirs: string, choice?: Choice): string | undefined {
  if (mine === theirs || base === theirs) return mine;
  if (base === mine) return theirs;
  const whole = [base, mine, theirs].map(size.split);
  if (whole.some(({ length }) => length > most)) return undefined;
  const [was, own, other] = whole.map((parts) => parts.flatMap(withoutEnd)) as [string[], string[], string[]];
  const places = together(hunksBetween(found(was, own, size), was.length, own.length), hunksBetween(found(was, other, size), was.length, other.length), (a, b) => meets(a, b, size, was));
  const parts: string[] = [];
  let [o, t] = [0, 0];
  let b = 0;
  for (const { from, to, mine: byMine, theirs: byTheirs } of places) {
    parts.push(...other.slice(t, t + from - b)); // which nobody changed
    [o, t] = [o + from - b, t + from - b];
    const [mineTo, theirsTo] = [o + to - from + grownBy(byMine), t + to - from + grownBy(byTheirs)];
    const [wasHere, mineHere, theirsHere] = [was.slice(from, to), own.slice(o, mineTo), other.slice(t, theirsTo)];
    const part = byTheirs.length === 0 ? mineHere : byMine.length === 0 ? theirsHere : bothChanged(size, wasHere, mineHere, theirsHere);
    const taken = part ?? choice?.({ was: wasHere, mine: mineHere, theirs: theirsHere, at: lengthOf(own.slice(0, o)) });
    if (!taken) return undefined;
    parts.push(...taken);
    [b, o, t] = [to, mineTo, theirsTo];
  }
  parts.push(...other.slice(t));
  return parts.join('');
}

/** What is made of a place that both changed; undefined where somebody has to choose. */
function bothChanged({ same, finer }: Size, was: string[], mine: string[], theirs: string[]): string[] | undefined {
  if (mine.length === theirs.length && mine.every((each, i) => same(each, theirs[i] ?? ''))) return theirs;
  const part = finer?.(was.join(''), mine.join(''), theirs.join(''));
  return part === undefined ? undefined : [part];
}

/** A stretch of the text that at least one of two changed, and where they did. */
interface Place {
  from: number;
  to: number;
  mine: Hunk[];
  theirs: Hunk[];
}

const grownBy = (hunks: readonly Hunk[]) => hunks.reduce((sum, { from, to, start, end }) => sum + end - start - (to - from), 0);

/** The changes of both in the order of the text. Those that meet are one place. */
function together(mine: readonly Hunk[], theirs: readonly Hunk[], isMet: (a: Hunk, b: Hunk) => boolean): Place[] {
  const all = [...mine.map((hunk) => ({ hunk, by: 'mine' as const })), ...theirs.map((hunk) => ({ hunk, by: 'theirs' as const }))];
  all.sort((a, b) => a.hunk.from - b.hunk.from || a.hunk.to - b.hunk.to);
  const places: Place[] = [];
  for (const { hunk, by } of all) {
    const last = places.at(-1);
    const others = last?.[by === 'mine' ? 'theirs' : 'mine'] ?? [];
    if (last && (hunk.from < last.to || others.some((each) => isMet(each, hunk)))) {
      last.to = Math.max(last.to, hunk.to);
      last[by].push(hunk);
    } else places.push({ from: hunk.from, to: hunk.to, mine: [], theirs: [], [by]: [hunk] });
  }
  return places;
}

/**
 * Whether two changes are of one place, the first of which does not begin behind the second: they overlap, or
 * touch where that says nothing of their order, as both add something. By paragraphs all that touch do, and are told apart by sentence.
 */
function meets(a: Hunk, b: Hunk, { joins = false }: Size, was: readonly string[]): boolean {
  if (b.from !== a.to) return b.from < a.to;
  const grows = ({ from, to, start, end }: Hunk) => end - start > to - from;
  // Columns of a table may be others.
  return joins || (grows(a) && grows(b)) || was.slice(a.from, b.to).some(isRow);
}

/** Where each part is found again. The space between two parts is where one of them is: there is more of it. */
function found(was: readonly string[], is: readonly string[], { same }: Size): (number | undefined)[] {
  const all = matches(was, is, same);
  const isBeside = (at: number, i: number) => all[i - 1] === at - 1 || all[i + 1] === at + 1;
  return all.map((at, i) => (at !== undefined && was[i]?.trim() === '' && !isBeside(at, i) ? undefined : at));
}

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
  return hunksBetween(kept, gone.length, came.length).map(({ from, to, start, end }) => ({ from: first + from, to: first + to, start: first + start, end: first + end }));
}

/** What lies between the items that are kept of a list of so many, each where it is found again in a list of so many. */
function hunksBetween(kept: readonly (number | undefined)[], before: number, after: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  for (let at = 0; at <= before; at++) {
    const to = at === before ? after : kept[at];
    if (to === undefined) continue;
    if (at > i || to > j) hunks.push({ from: i, to: at, start: j, end: to });
    [i, j] = [at + 1, to + 1];
  }
  return hunks;
}

/** What of a text changes for it to become another: what stays, and whoever is in it, keeps its place. */
export function textChanges(before: string, after: string): { from: number; to: number; insert: string }[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  return hunksOf(was, is).map((hunk) => {
    const [gone, came] = [was.slice(hunk.from, hunk.to).join(''), is.slice(hunk.start, hunk.end).join('')];
    let first = 0;
    while (first < gone.length && gone[first] === came[first]) first++;
    let tail = 0;
    while (tail < Math.min(gone.length, came.length) - first && gone.at(-1 - tail) === came.at(-1 - tail)) tail++;
    const from = lengthOf(was.slice(0, hunk.from));
    return { from: from + first, to: from + gone.length - tail, insert: came.slice(first, came.length - tail) };
  });
}

const linesOf = (text: string) => text.split(/(?<=\n)/);

const lengthOf = (parts: readonly string[]) => parts.reduce((sum, each) => sum + each.length, 0);

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
