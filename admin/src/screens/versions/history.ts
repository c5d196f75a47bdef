import { infiniteQueryOptions } from '@tanstack/react-query';

import { versionsKey } from '../../api/entries';
import type { Entry } from '../../api/types.gen';
import { fetchVersions, versionsPage } from '../../api/versions';
import { begin, nextLines, type Ask } from './lines';

/** The versions of entries as one history, the newest first. */
export function historyOf(entries: readonly Pick<Entry, 'collection' | 'id'>[]) {
  const [first] = entries;
  const ids = entries.map(({ id }) => id);
  return infiniteQueryOptions({
    queryKey: [...versionsKey(first?.collection ?? '', first?.id ?? ''), ...ids.slice(1)],
    queryFn: ({ pageParam, signal }) => {
      const ask: Ask = (of, cursor) => fetchVersions(entries.find(({ id }) => id === of) ?? { collection: '', id: of }, cursor, signal);
      return nextLines(pageParam, versionsPage, ask);
    },
    initialPageParam: begin(ids),
    getNextPageParam: ({ next }) => next,
  });
}
