import { isAtLeast } from '../api/session';
import type { EntryMove } from '../api/entries';
import type { Collection, EntrySummary } from '../api/types.gen';
import type { Role } from '../api/words';

/** How many entries are moved at the same time. */
const together = 4;

/** What was done, and what was refused and why. */
export interface BulkResult<T> {
  done: T[];
  failed: { item: T; error: unknown }[];
}

/** Runs an action on each item, a few at a time; one that fails does not stop the others. */
export async function runEach<T>(items: readonly T[], action: (item: T) => Promise<unknown>, tell: (finished: number) => void): Promise<BulkResult<T>> {
  const result: BulkResult<T> = { done: [], failed: [] };
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await action(item);
        result.done.push(item);
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
  return moves.filter((move) => entries.some((entry) => allows(entry, move)));
}

/** Whether an entry's state leaves room for a move. */
export function allows({ status }: EntrySummary, move: EntryMove): boolean {
  switch (move) {
    case 'publish':
      return status !== 'published';
    case 'unpublish':
      return status === 'published';
    case 'archive':
      return status !== 'archived';
    case 'delete':
      return true;
  }
}
