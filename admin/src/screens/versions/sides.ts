import type { EntryDetail, EntryVersion } from '../../api/types.gen';
import { textsIn } from '../../app/address';

/** One side of a comparison: a version, the pending draft, or nothing, which is what there was before the first. */
export type Side = number | 'draft' | 'nothing';

/** What the address asks for (decision 230); without `version` the newest, without `with` the one before it. */
export interface Asked {
  version?: number | 'draft';
  with?: number | 'draft';
  /** The part of an article that its history is narrowed to. */
  of?: string;
}

export interface Comparison {
  /** What is looked at, and what it is held against. */
  picked: Exclude<Side, 'nothing'>;
  other: Side;
  /** The same two in the order in which they were made. */
  older: Side;
  newer: Side;
}

/** What a pending draft is called: of a draft it is what was typed since that was saved. */
export const draftName = ({ entry }: Pick<EntryDetail, 'entry'>) => (entry.status === 'draft' ? 'versions.typed' : 'versions.draft');

/** What the newest of an entry is: its pending draft, or its version. */
export const newestOf = (current: number, hasDraft: boolean): Comparison['picked'] => (hasDraft ? 'draft' : current);

/** The two sides that an address names, as far as there are such. */
export function comparisonOf(asked: Asked, current: number, hasDraft: boolean, lines: readonly EntryVersion[]): Comparison {
  const there = (side: Asked['version']) => (side === 'draft' ? hasDraft : side !== undefined && side >= 1 && side <= current);
  const picked = asked.version !== undefined && there(asked.version) ? asked.version : newestOf(current, hasDraft);
  const other = asked.with !== undefined && asked.with !== picked && there(asked.with) ? asked.with : before(picked, current, lines);
  return rank(other) < rank(picked) ? { picked, other, older: other, newer: picked } : { picked, other, older: picked, newer: other };
}

/** The version before one, that can still be had where that is known. */
export function before(side: Comparison['picked'], current: number, lines: readonly EntryVersion[]): Side {
  if (side === 'draft') return current;
  const kept = lines.find(({ version, kept }) => kept && version < side);
  return kept?.version ?? (side === 1 ? 'nothing' : side - 1);
}

const rank = (side: Side) => (side === 'nothing' ? 0 : side === 'draft' ? Infinity : side);

/** What the address says of a side. */
export function readSide(value: unknown): Asked['version'] {
  if (value === 'draft') return value;
  const number = typeof value === 'number' ? value : Number(typeof value === 'string' && value !== '' ? value : NaN);
  return Number.isSafeInteger(number) && number >= 1 ? number : undefined;
}

export function readVersionsSearch(search: Record<string, unknown>): Asked {
  const [version, other] = [readSide(search['version']), readSide(search['with'])];
  return { ...textsIn(search, ['of']), ...(version === undefined ? {} : { version }), ...(other === undefined ? {} : { with: other }) };
}
