import { isAtLeast } from '../api/session';
import type { BulkOutcome, BulkWish } from '../api/bulk';
import type { EntryMove } from '../api/entries';
import type { BulkDone, Collection, EntrySummary } from '../api/types.gen';
import type { Role, Status } from '../api/words';

/** How many entries are moved at the same time. */
const together = 4;

/** What was done and what was answered, and what was refused and why. */
export interface BulkResult<T, A> {
  done: { item: T; answer: A }[];
  failed: { item: T; error: unknown }[];
}

/** Runs an action on each item, a few at a time; one that fails does not stop the others. */
export async function runEach<T, A>(items: readonly T[], action: (item: T) => Promise<A>, tell: (finished: number) => void): Promise<BulkResult<T, A>> {
  const result: BulkResult<T, A> = { done: [], failed: [] };
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        result.done.push({ item, answer: await action(item) });
      } catch (error) {
        result.failed.push({ item, error });
      }
      tell(result.done.length + result.failed.length);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return result;
}

/** The moves that some of the entries allow. The service decides on each. */
export function movesFor(entries: readonly EntrySummary[], collection: Collection, role: Role): EntryMove[] {
  if (!isAtLeast(role, 'editor')) return [];
  const moves: EntryMove[] = collection.lifecycle === 'publishing' ? ['publish', 'unpublish', 'archive'] : [];
  if (!collection.readOnly) moves.push('delete');
  return moves.filter((move) => entries.some((entry) => allows(entry, move, collection)));
}

/** An entry as its list has it: what can be done to it depends on its translations, too. */
type Movable = Pick<EntrySummary, 'status' | 'hasDraft' | 'translations'>;

/** Whether an entry's state, or that of a translation, leaves room for a move. What is published is taken down before it is deleted. */
export function allows(entry: Movable, move: EntryMove, { lifecycle }: Pick<Collection, 'lifecycle'>): boolean {
  const { status, translations } = entry;
  const parts = [entry, ...translations];
  switch (move) {
    case 'publish':
      return status !== 'archived' && parts.some(waits);
    case 'unpublish':
      return parts.some((each) => each.status === 'published');
    case 'archive':
      return parts.some((each) => each.status !== 'archived');
    case 'delete':
      return status !== 'published' || lifecycle === 'operational';
  }
}

/** Whether there is something to publish. */
const waits = ({ status, hasDraft = false }: { status: Status; hasDraft?: boolean }) => status === 'draft' || (status === 'published' && hasDraft);

/** The moves that lead an entry back to the state that it had before a move; none where nothing leads back. */
export function wayBack(before: Status, move: EntryMove): EntryMove[] {
  switch (move) {
    case 'publish':
      return before === 'published' ? [] : ['unpublish']; // what readers saw before its draft is a version
    case 'unpublish':
      return before === 'archived' ? ['archive'] : ['publish'];
    case 'archive':
      return before === 'published' ? ['unpublish', 'publish'] : ['unpublish'];
    case 'delete':
      return [];
  }
}

/** Whether all that was done can be taken back: the states lead back, or the values of before are known. */
export function isUndoable(done: readonly BulkDone[], { action }: BulkWish): boolean {
  return action === 'set' ? done.every(({ former }) => former !== undefined) : done.every(({ before }) => wayBack(before, action).length > 0);
}

/** How many of the entries that were chosen were changed, themselves or by a translation. */
export const countOf = (done: readonly BulkDone[]) => new Set(done.map(({ id, translates }) => translates ?? id)).size;

/** How many of the entries that were chosen are already as a set wants them: neither written nor refused. A move tells of those by itself. */
export const sameOf = ({ done, left, tried }: BulkOutcome, { action }: BulkWish) => (action === 'set' ? tried - countOf(done) - left.length : 0);

/** Those of the chosen entries that stay chosen for the next change: what was set, or was so already. A move is the last that is done to them. */
export function keptOf(chosen: readonly string[], { done, left, stopped }: BulkOutcome, { action }: BulkWish): string[] {
  if (action !== 'set') return [];
  const changed = new Set(done.map(({ id }) => id));
  const refused = new Set(left.map(({ id }) => id));
  return chosen.filter((id) => (stopped === undefined ? !refused.has(id) : changed.has(id)));
}

/** A move that somebody makes, and not one that takes something back: what goes out now has no time any more at which it would. */
export const wishOf = (action: EntryMove, translations: boolean): BulkWish => ({ action, translations, ...(action === 'publish' ? { endTimes: true } : {}) });

/** Whether a time may be set at which an entry, or a language of it, is published: of all that is set a list knows what comes first. */
export const isTimed = ({ move }: EntrySummary) => move !== undefined;
