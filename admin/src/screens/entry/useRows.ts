import { useQueryClient } from '@tanstack/react-query';

import { entryQuery, staleElsewhere, tellsOfDrafts } from '../../api/entries';
import type { Entry, EntryDetail } from '../../api/types.gen';

/** The copies of entries that were asked for, and what a change of one makes stale. */
export function useRows() {
  const queries = useQueryClient();
  const keyOf = ({ collection, id }: Entry) => entryQuery(collection, id).queryKey;
  /** A read that is under way began before what is put here, and would bring what was before it: it is begun anew. */
  const put = (row: Entry, change: (known: EntryDetail | undefined) => EntryDetail | undefined) => {
    const mine = { queryKey: keyOf(row), exact: true };
    const reads = queries.isFetching(mine) > 0;
    void queries.cancelQueries(mine);
    queries.setQueryData<EntryDetail>(mine.queryKey, change);
    if (reads) void queries.invalidateQueries(mine);
  };
  return {
    keep: (detail: EntryDetail) => {
      put(detail.entry, () => detail);
      void queries.invalidateQueries(staleElsewhere(detail.entry));
    },
    /** Another version of the row was seen; what may be done with it is asked again, and who changed it. */
    replace: (row: Entry) => {
      put(row, (known) => known && { ...known, entry: row });
      void queries.invalidateQueries({ queryKey: keyOf(row) });
      void queries.invalidateQueries(staleElsewhere(row));
    },
    /** The entry as it was seen last, where that is known. */
    known: (row: Entry) => queries.getQueryData<EntryDetail>(keyOf(row)),
    /** The entry as it is now, whatever was known of it. */
    read: (row: Pick<Entry, 'collection' | 'id'>): Promise<EntryDetail> => queries.query({ ...entryQuery(row.collection, row.id), staleTime: 0 }),
    /** A pending draft was saved or dropped: the entry itself is what it was, and what waits to be published is asked again. */
    beside: (row: Entry, change: (known: EntryDetail) => EntryDetail) => {
      put(row, (known) => known && change(known));
      void queries.invalidateQueries(tellsOfDrafts);
    },
    forget: (row: Entry) => {
      void queries.invalidateQueries(staleElsewhere(row, true));
    },
  };
}
