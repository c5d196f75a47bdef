import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { setMoves } from './moves';
import type { Article, ArticlePart, NewMove, Published, ScheduledMove } from './types.gen';

/** An entry with its translations: what readers can fetch of each, and what can be published. It is the service's answer and changes with each of them. */
export function articleQuery(collection: string, id: string) {
  return queryOptions({
    queryKey: ['entries', collection, 'article', id],
    queryFn: ({ signal }) => api.get<Article>(`/admin/api/entries/${encodeURIComponent(id)}/article`, { collection }, signal),
    staleTime: 5_000,
    refetchOnWindowFocus: 'always',
  });
}

const seen = ({ collection, id, version, draft }: ArticlePart) => ({ collection, id, expectedVersion: version, expectedDraft: draft });

/** Publishes parts of an article as they were seen, all of them or none. A refusal is of the part that its pointer counts. */
export function publishTogether(parts: readonly ArticlePart[]): Promise<Published> {
  return api.post<Published>('/admin/api/entries/publish', { entries: parts.map(seen) });
}

/** Sets a time at which parts of an article are published, or unpublished, as one; or for none of them. What is published then was seen. */
export function moveAt(parts: readonly ArticlePart[], move: NewMove): Promise<ScheduledMove> {
  return setMoves({ ...move, entries: parts.map((each) => (move.direction === 'publish' ? seen(each) : { collection: each.collection, id: each.id })) });
}
