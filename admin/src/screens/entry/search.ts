import { textsIn } from '../../app/address';
import { type Data, isObject } from '../../values/data';


/** What the address of an entry says beside its id. */
export interface EntrySearch {
  /** A new entry begins as a copy of this one. */
  copy?: string;
  /** A new entry begins with these values. */
  with?: Data;
  /** The translation that is open, and the one beside it. */
  locale?: string;
  source?: string;
  /** The comment that it is opened at. */
  comment?: string;
  /** The pointer of the field that has the focus when it is opened. */
  field?: string;
}

export function readEntrySearch(search: Record<string, unknown>): EntrySearch {
  const start = search['with'];
  return { ...textsIn(search, ['copy', 'locale', 'source', 'comment', 'field']), ...(isObject(start) ? { with: start } : {}) };
}
