import { skipToken, useQuery } from '@tanstack/react-query';

import { referredQuery, targetOf } from '../api/references';
import { findCollection, useBootstrap } from '../api/session';
import type { EntrySummary } from '../api/types.gen';
import { titleReference } from './title';
import { useTitles } from './useTitles';

/** The title of a row. Where that is a reference, what it leads to has the words: the row has a key alone. */
export function ReferredTitle({ row, title }: { row: EntrySummary; title: string }) {
  const { collections } = useBootstrap();
  const titled = useTitles();
  const field = titleReference(findCollection(collections, row.collection));
  const collection = field && findCollection(collections, field.to);
  const value = field && (row.values?.[field.name] ?? row.title);
  const options = collection && typeof value === 'string' && value !== '' ? referredQuery(targetOf(collection, field.name), value) : undefined;
  const { data } = useQuery(options ?? { queryKey: ['no reference'], queryFn: skipToken });
  return data?.known && data.entry ? titled(data.entry) : title;
}
