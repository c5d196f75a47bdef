import type { Collection, Draft, Entry, EntryDetail, SavedDraft } from '../../api/types.gen';

/** An entry as staff work on it: with the data of its pending draft, where it has one that is written on. */
export interface Working extends Entry {
  /** The counter of that draft, the version of the entry that it is made of, and who saved it last. */
  draft?: (Pick<Draft, 'counter' | 'base'> & Partial<Pick<Draft, 'savedAt' | 'savedBy'>>) | undefined;
}

/** Whether staff may keep a pending draft beside the entry. */
export function takesDraft(collection: Collection, entry: Pick<Entry, 'status'>): boolean {
  return collection.lifecycle === 'publishing' && !collection.readOnly && entry.status !== 'archived';
}

/** Whether a save is kept beside the entry, and not in it: what is typed into a draft is, too, until it is saved by hand. */
export function isBeside(collection: Collection, entry: Working): boolean {
  return takesDraft(collection, entry) && (entry.status === 'published' || entry.draft !== undefined);
}

/** The draft of an archived entry waits until that is a draft again: what is saved meanwhile is the entry. */
export function workingOf(detail: EntryDetail): Working {
  const { entry, draft } = detail;
  return draft && entry.status !== 'archived' ? { ...entry, data: draft.data, draft: { counter: draft.counter, base: draft.base, savedAt: draft.savedAt, savedBy: draft.savedBy } } : entry;
}

/** What is known of an entry once its pending draft was saved; without one where the draft would change nothing (decision 375). */
export function besides(known: EntryDetail, { entry, draft }: SavedDraft): EntryDetail {
  const { publish, unpublish } = known.permissions;
  // What is published is published again for its draft alone.
  const mayPublish = (publish || unpublish) && (draft !== null || entry.status !== 'published');
  const now: EntryDetail = { ...known, entry, hasDraft: draft !== null, permissions: { ...known.permissions, publish: mayPublish } };
  if (draft) now.draft = draft;
  else delete now.draft;
  return now;
}

/** Whether two are the same state of an entry, with its draft. */
export function isSameState(a: Working, b: Working): boolean {
  return a.version === b.version && a.draft?.counter === b.draft?.counter;
}
