import type { Collection, Entry, EntrySummary } from '../api/types.gen';
import { StatusBadge } from './StatusBadge';

/** The status of an entry, where its collection has one: what is operational counts as soon as it is saved. */
export function EntryStatus({ collection, entry }: { collection: Collection | undefined; entry: Entry | EntrySummary }) {
  return collection?.lifecycle === 'publishing' && <StatusBadge status={entry.status} />;
}
