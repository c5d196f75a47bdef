import type { EntrySummary } from '../../api/types.gen';

/** The entries that changed last, of several lists that are in that order each. */
export function latest(lists: readonly (readonly EntrySummary[])[], most: number): EntrySummary[] {
  return lists
    .flat()
    .sort((a, b) => b.updatedAt - a.updatedAt || b.id.localeCompare(a.id))
    .slice(0, most);
}
