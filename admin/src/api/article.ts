import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { cancelMove, setMove } from './moves';
import type { Article, ArticlePart, Published, ScheduledMove } from './types.gen';

/** An entry with its translations: what readers can fetch of each, and what can be published. It is the service's answer and changes with each of them. */
export function articleQuery(collection: string, id: string) {
  return queryOptions({
    queryKey: ['entries', collection, 'article', id],
    queryFn: ({ signal }) => api.get<Article>(`/admin/api/entries/${encodeURIComponent(id)}/article`, { collection }, signal),
    staleTime: 5_000,
    refetchOnWindowFocus: 'always',
  });
}

/** Publishes parts of an article as they were seen, all of them or none. A refusal is of the part that its pointer counts. */
export function publishTogether(parts: readonly ArticlePart[]): Promise<Published> {
  const entries = parts.map(({ collection, id, version, draft }) => ({ collection, id, expectedVersion: version, expectedDraft: draft }));
  return api.post<Published>('/admin/api/entries/publish', { entries });
}

/** Which part the service refused to set a time for. The others have none then, either. */
export class TimeRefused extends Error {
  constructor(
    readonly part: ArticlePart,
    readonly reason: Error,
  ) {
    super(reason.message);
  }
}

/** Sets a time for each part, or for none. */
export async function publishAt(parts: readonly ArticlePart[], at: number, timeZone: string): Promise<void> {
  const set: ScheduledMove[] = [];
  for (const part of parts) {
    try {
      set.push(await setMove(part, { direction: 'publish', at, timeZone }));
    } catch (error) {
      await Promise.all(set.map((each) => cancelMove(each)));
      throw new TimeRefused(part, error instanceof Error ? error : new Error(String(error)));
    }
  }
}
