import { type Data } from '../../values/data';


/** What the address of an entry says beside its id. */
export interface EntrySearch {
  /** A new entry begins as a copy of this one. */
  copy?: string;
  /** A new entry begins with these values. */
  with?: Data;
  /** The translation that is open, and the one beside it. */
  locale?: string;
  source?: string;
}

export function readEntrySearch(search: Record<string, unknown>): EntrySearch {
  const { copy, with: start, locale, source } = search;
  return {
    ...(isWord(copy) ? { copy } : {}),
    ...(typeof start === 'object' && start !== null && !Array.isArray(start) ? { with: start as Data } : {}),
    ...(isWord(locale) ? { locale } : {}),
    ...(isWord(source) ? { source } : {}),
  };
}

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '';
