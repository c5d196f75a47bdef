import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { entryQuery } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import type { Collection, EntryDetail } from '../../api/types.gen';
import { startingValue } from '../../forms/starting';
import { Trouble } from '../../shell/Trouble';
import { type Data, without } from '../../values/data';
import { stampedOf, uniqueOf } from './completeness';
import { EntrySkeleton } from './EntrySkeleton';
import { NoSuchEntry } from './NoSuchEntry';

/** What an editor needs of an entry. */
export interface LoadedEntry {
  collection: Collection;
  /** undefined for an entry that is not made yet. */
  detail: EntryDetail | undefined;
  /** Somebody deleted it while it was open. */
  gone: boolean;
  /** What an entry that is not made yet begins with. */
  start: Data;
  /** What it is a copy of. */
  copied: EntryDetail | undefined;
  /** Under which name its draft is kept. */
  draftId: string;
}

interface EntryLoaderProps {
  collection: Collection;
  id: string | undefined;
  copy?: string | undefined;
  start?: Data | undefined;
  children: (loaded: LoadedEntry) => ReactNode;
}

const nothing: Data = {};

/** Waits for an entry, or for the one that a new one is a copy of. */
export function EntryLoader({ collection, id, copy, start = nothing, children }: EntryLoaderProps) {
  const wanted = id ?? copy;
  const query = useQuery({ ...entryQuery(collection.name, wanted ?? ''), enabled: wanted !== undefined });
  const missing = query.error instanceof ApiFailure && query.error.status === 404;
  if (wanted !== undefined && !query.data) {
    if (missing) return <NoSuchEntry collection={collection} id={wanted} />;
    if (query.isError) return <Trouble error={query.error} reset={() => void query.refetch()} />;
    return <EntrySkeleton />;
  }
  if (id !== undefined) return children({ collection, detail: query.data, gone: missing, start, copied: undefined, draftId: id });
  const begun = copy === undefined ? without(startingValue(collection.schema), stampedOf(collection)) : without(query.data?.entry.data ?? nothing, [...stampedOf(collection), ...uniqueOf(collection)]);
  const variant = [copy, start === nothing ? undefined : JSON.stringify(start)].filter(Boolean).join(' ');
  return children({ collection, detail: undefined, gone: false, start: { ...begun, ...start }, copied: query.data, draftId: `new ${variant}`.trim() });
}
