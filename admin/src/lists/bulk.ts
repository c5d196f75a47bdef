import { isAtLeast } from '../api/session';
import type { EntryMove } from '../api/entries';
import type { Collection, EntrySummary } from '../api/types.gen';
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

/** Whether an entry's state leaves room for a move. What is published is taken down before it is deleted. */
export function allows({ status }: Pick<EntrySummary, 'status'>, move: EntryMove, { lifecycle }: Pick<Collection, 'lifecycle'>): boolean {
  switch (move) {
    case 'publish':
      return status === 'draft';
    case 'unpublish':
      return status === 'published';
    case 'archive':
      return status !== 'archived';
    case 'delete':
      return status !== 'published' || lifecycle === 'operational';
  }
}

/** The moves that lead an entry back to the state that it had before a move; none where nothing leads back. */
export function wayBack(before: Status, move: EntryMove): EntryMove[] {
  switch (move) {
    case 'publish':
      return ['unpublish'];
    case 'unpublish':
      return ['publish'];
    case 'archive':
      return before === 'published' ? ['unpublish', 'publish'] : ['unpublish'];
    case 'delete':
      return [];
  }
}
