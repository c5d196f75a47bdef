import { useInfiniteQuery } from '@tanstack/react-query';

import { historyQuery } from '../../api/entries';
import { useMe } from '../../api/session';
import type { Working } from './working';

/**
 * When an entry was changed since `base`, and whether that is known to be one's own doing, from another tab or another device:
 * by its version, or by its pending draft, where the version is what it was.
 */
export function useLastChange(now: Working, base: Working | undefined): { at: number; own: boolean } {
  const me = useMe();
  const history = useInfiniteQuery(historyQuery(now.collection, now.id));
  if (now.draft && now.version === base?.version) return { at: now.draft.savedAt ?? now.updatedAt, own: now.draft.savedBy?.id === me.userId };
  const change = history.data?.pages.flatMap(({ items }) => items).find((each) => each.version === now.version);
  return { at: now.updatedAt, own: change?.actor?.id === me.userId };
}
