import { Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';

import { referredQuery, targetOf } from '../api/references';
import { findCollection, useBootstrap } from '../api/session';
import type { EntrySummary } from '../api/types.gen';
import { titleReference } from './title';
import { useTitles } from './useTitles';

/** The title of a row. Where that is a reference, what it leads to has the words, and the key stands beside them where people know it. */
export function ReferredTitle({ row, title }: { row: EntrySummary; title: string }) {
  const { collections } = useBootstrap();
  const titled = useTitles();
  const field = titleReference(findCollection(collections, row.collection));
  const collection = field && findCollection(collections, field.to);
  const value = field && (row.values?.[field.name] ?? row.title);
  const key = typeof value === 'string' ? value : '';
  const target = collection && targetOf(collection, field.name);
  const options = target && key !== '' ? referredQuery(target, key) : undefined;
  const { data } = useQuery(options ?? { queryKey: ['no reference'], queryFn: skipToken });
  if (!data?.known || !data.entry) return title;
  return (
    <>
      {titled(data.entry)}
      {target?.rowField !== 'id' && (
        <>
          {' '}
          <Text span inherit c="dimmed" ml={4} data-aside>
            {key}
          </Text>
        </>
      )}
    </>
  );
}
