/** A text in paragraphs, each with what ends it. They are the text again when they are put together. */
export function paragraphsOf(text: string): string[] {
  return text.split(/(?<=\n[ \t]*\n+)(?!\n)|(?<=<\/(?:p|h[1-6]|ul|ol|blockquote|pre|table|figure)>)/).filter((each) => each !== '');
}

/** More than this many paragraphs that differ are not held against each other. */
const most = 2000;

/**
 * What two people made of one text, where each changed other paragraphs than the other. Where both changed the same place, and
 * not alike, it has that of `prefer`, with `each` first theirs and then mine, and is undefined without one.
 */
export function mergedText(base: string, mine: string, theirs: string, prefer?: 'mine' | 'theirs' | 'each'): string | undefined {
  if (mine === theirs || base === theirs) return mine;
  if (base === mine) return theirs;
  const [was, own, other] = [paragraphsOf(base), paragraphsOf(mine), paragraphsOf(theirs)];
  if (Math.max(was.length, own.length, other.length) > most) return undefined;
  const [inOwn, inOther] = [matches(was, own), matches(was, other)];
  const parts: string[] = [];
  let [b, o, t] = [0, 0, 0];
  for (let i = 0; i <= was.length; i++) {
    const end = i === was.length;
    const [atOwn, atOther] = end ? [own.length, other.length] : [inOwn[i], inOther[i]];
    if (atOwn === undefined || atOther === undefined) continue;
    const [mineHere, theirsHere] = [own.slice(o, atOwn), other.slice(t, atOther)];
    const part = chosen(was.slice(b, i), mineHere, theirsHere) ?? (prefer && { mine: mineHere, theirs: theirsHere, each: [...apart(theirsHere), ...mineHere] }[prefer]);
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
function chosen(was: string[], own: string[], other: string[]): string[] | undefined {
  if (isSame(own, other) || isSame(was, other)) return own;
  if (isSame(was, own)) return other;
  // Neighbours that were changed in place are looked at one by one.
  if (was.length < 2 || own.length !== was.length || other.length !== was.length) return undefined;
  const each = was.map((_, i) => chosen(was.slice(i, i + 1), own.slice(i, i + 1), other.slice(i, i + 1)));
  return each.includes(undefined) ? undefined : each.flatMap((part) => part ?? []);
}

const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((each, i) => each === b[i]);

/** Where each paragraph of one text is found again in another, in their order: a longest common subsequence. */
function matches(from: readonly string[], to: readonly string[]): (number | undefined)[] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = from.length - 1; i >= 0; i--) {
    const row = lengths[i];
    for (let j = to.length - 1; j >= 0 && row; j--) row[j] = from[i] === to[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const found: (number | undefined)[] = [];
  for (let i = 0, j = 0; i < from.length; ) {
    if (j < to.length && from[i] === to[j]) found[i++] = j++;
    else if (j < to.length && at(i, j + 1) >= at(i + 1, j)) j++;
    else i++;
  }
  return found;
}
