import type { ScheduledMove } from '../../api/types.gen';

/** Where the application shows what a move is of: an entry, or a release. */
export function pageOf({ direction, collection, entry }: Pick<ScheduledMove, 'direction' | 'collection' | 'entry'>) {
  if (direction === 'release') return { to: '/releases/$id', params: { id: entry } } as const;
  return { to: '/c/$collection/$id', params: { collection, id: entry } } as const;
}
