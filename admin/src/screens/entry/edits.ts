import type { Draft } from '../../drafts/store';
import { applied, fieldsOf, patchOf, picked, sameValue, type Data } from '../../values/data';
import { landed } from './merge';
import { isSameState, type Working } from './working';

/** Changes that are not saved: what was made of which version. Without a base the entry is not made yet. */
export interface Edits {
  base: Working | undefined;
  value: Data;
  /** The patches of it that were sent, and whose answer did not come: the service may have them. */
  sent?: readonly Data[] | undefined;
  /** Under which id it is made, once that was tried: another try of it makes no second one. */
  id?: string | undefined;
}

/** Changes with a patch that is on its way. */
export const sending = (edits: Edits, patch: Data): Edits => ({ ...edits, sent: [...(edits.sent ?? []), patch] });

/** The same once it was refused. undefined where they change nothing. */
export function refused(edits: Edits, patch: Data): Edits | undefined {
  const sent = edits.sent?.filter((each) => each !== patch);
  return changes({ ...edits, sent: sent?.length ? sent : undefined });
}

/** Changes, where they are any: also those that take back what was sent. */
export const changes = (edits: Edits): Edits | undefined => (edits.sent || !sameValue(edits.base?.data, edits.value) ? edits : undefined);

/** What is left to save when `sent` was saved while somebody went on typing; undefined when nothing is. */
export function carried(now: Edits | undefined, sent: Data, saved: Working): Edits | undefined {
  const since = now ? patchOf(sent, now.value) : {};
  return Object.keys(since).length === 0 ? undefined : { base: saved, value: applied(since, saved.data) };
}

/** The same changes on a newer version of the entry, whose data nobody else changed. */
export function moved(edits: Edits, from: Working, to: Working): Edits {
  return edits.base && isSameState(edits.base, from) ? { ...edits, base: to, value: applied(patchOf(from.data, edits.value), to.data) } : edits;
}

/** Changes as they are kept in the browser. `start` is what an entry that is not made yet began with. */
export function draftOf({ base, value, sent, id }: Edits, start: Data, at: number): Draft {
  const data = base?.data ?? start;
  const fields = fieldsOf(patchOf(data, value), ...(sent ?? []));
  const patch = Object.fromEntries(fields.map((field) => [field, value[field] ?? null]));
  return { at, version: base?.version ?? 0, patch, was: picked(data, fields), ...(sent ? { sent } : {}), ...(id === undefined || base ? {} : { id }) };
}

type Made = Omit<Draft, 'at'>;

/** Whether a draft was made on the entry as it is, with its pending draft: that changes while the version stays. */
export function isMadeOn({ version, patch, was, sent }: Made, stored: Working): boolean {
  const known = landed(was, sent, picked(stored.data, Object.keys(patch)));
  return stored.version === version && Object.keys(patch).every((field) => sameValue(known[field], stored.data[field]));
}

/** The state that changes were made on, as far as they know it: another one than that of the entry as it is. */
function before({ version, patch, was }: Made, stored: Working): Working {
  const data = applied(Object.fromEntries(Object.keys(patch).map((field) => [field, was[field] ?? null])), stored.data);
  return { ...stored, version, data, draft: stored.version === version ? { counter: 0, base: version } : stored.draft };
}

/**
 * The changes of a draft, on the version they were made on: what they do not touch is taken as it is now.
 * undefined when they change nothing any more.
 */
export function editsOf(draft: Made, stored: Working | undefined, start: Data): Edits | undefined {
  const { patch, sent, id } = draft;
  const base = stored && (isMadeOn(draft, stored) ? stored : before(draft, stored));
  const value = applied(patch, base?.data ?? start);
  const same = Object.keys(patchOf(stored?.data ?? start, value)).length === 0;
  return same ? undefined : { base, value, ...(sent ? { sent } : {}), ...(id === undefined || base ? {} : { id }) };
}
