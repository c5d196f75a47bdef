import type { Draft } from '../../drafts/store';
import { applied, patchOf, picked, sameValue, type Data } from '../../values/data';
import { isSameState, type Working } from './working';

/** Changes that are not saved: what was made of which version. Without a base the entry is not made yet. */
export interface Edits {
  base: Working | undefined;
  value: Data;
}

/**
 * Whether a save that had no answer may be sent again unasked. Of a change the version tells whether it was made; an entry
 * would be made a second time.
 */
export function isRepeatable(edits: Edits | undefined): boolean {
  return edits?.base !== undefined;
}

/** What is left to save when `sent` was saved while somebody went on typing; undefined when nothing is. */
export function carried(now: Edits | undefined, sent: Data, saved: Working): Edits | undefined {
  const since = now ? patchOf(sent, now.value) : {};
  return Object.keys(since).length === 0 ? undefined : { base: saved, value: applied(since, saved.data) };
}

/** The same changes on a newer version of the entry, whose data nobody else changed. */
export function moved(edits: Edits, from: Working, to: Working): Edits {
  return edits.base && isSameState(edits.base, from) ? { base: to, value: applied(patchOf(from.data, edits.value), to.data) } : edits;
}

/** Changes as they are kept in the browser. `start` is what an entry that is not made yet began with. */
export function draftOf({ base, value }: Edits, start: Data, at: number): Draft {
  const data = base?.data ?? start;
  const patch = patchOf(data, value);
  return { at, version: base?.version ?? 0, patch, was: picked(data, Object.keys(patch)) };
}

/** Whether a draft was made on the entry as it is, with its pending draft: that changes while the version stays. */
export function isMadeOn({ version, patch, was }: Pick<Draft, 'version' | 'patch' | 'was'>, stored: Working): boolean {
  return stored.version === version && Object.keys(patch).every((field) => sameValue(was[field], stored.data[field]));
}

/** The state that changes were made on, as far as they know it: another one than that of the entry as it is. */
function before({ version, patch, was }: Pick<Draft, 'version' | 'patch' | 'was'>, stored: Working): Working {
  const data = applied(Object.fromEntries(Object.keys(patch).map((field) => [field, was[field] ?? null])), stored.data);
  return { ...stored, version, data, draft: stored.version === version ? { counter: 0, base: version } : stored.draft };
}

/**
 * The changes of a draft, on the version they were made on: what they do not touch is taken as it is now.
 * undefined when they change nothing any more.
 */
export function editsOf({ version, patch, was }: Draft, stored: Working | undefined, start: Data): Edits | undefined {
  const base = stored && (isMadeOn({ version, patch, was }, stored) ? stored : before({ version, patch, was }, stored));
  const value = applied(patch, base?.data ?? start);
  const same = Object.keys(patchOf(stored?.data ?? start, value)).length === 0;
  return same ? undefined : { base, value };
}
