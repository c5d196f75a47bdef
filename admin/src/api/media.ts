import { infiniteQueryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { Asset, Page } from './types.gen';

/** The media library. A site without storage refuses it: MEDIA_NOT_CONFIGURED. */
export function mediaQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['media', search],
    queryFn: ({ pageParam, signal }) => api.get<Page<Asset>>('/admin/api/media', { search, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
