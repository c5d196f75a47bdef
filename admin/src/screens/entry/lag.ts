import type { EntryDetail, EntryVersion } from '../../api/types.gen';

/** How far apart two languages are that were worked on together, in milliseconds: published as one, or corrected in turn. */
export const together = 5 * 60_000;

/** What an entry has become since a moment: in which version, when, and which version it had then. */
export interface Lag {
  at: number;
  version: number;
  with: number;
}

/** When an entry was last worked on, its pending draft too. */
export const touchedAt = ({ entry, draft }: Pick<EntryDetail, 'entry' | 'draft'>): number => Math.max(entry.updatedAt, draft?.savedAt ?? 0);

/**
 * The last change of words since a moment, by the versions of an entry, the newest first. undefined where there is none, and for an
 * entry that was made later: nothing was made from it.
 */
export function changedSince(lines: readonly EntryVersion[], words: readonly string[], since: number): Lag | undefined {
  const isLater = ({ time }: EntryVersion) => time > since + together;
  const change = lines.find((line) => isLater(line) && line.changed?.some((field) => words.includes(field)));
  const oldest = lines.at(-1);
  const before = lines.find((line) => !isLater(line)) ?? (oldest && oldest.version > 1 ? oldest : undefined);
  return change && before && before.version < change.version ? { at: change.time, version: change.version, with: before.version } : undefined;
}
