import { useInfiniteQuery } from '@tanstack/react-query';

import { historyQuery } from '../../api/entries';
import { useMe } from '../../api/session';
import type { Entry } from '../../api/types.gen';

/** Whether a version of an entry is known to be one's own, from another tab or another device. */
export function useIsOwn({ collection, id, version }: Entry): boolean {
  const me = useMe();
  const history = useInfiniteQuery(historyQuery(collection, id));
  const change = history.data?.pages.flatMap(({ items }) => items).find((each) => each.version === version);
  return change?.actor?.id === me.userId;
}
