import type { MovedPart, ScheduledMove } from '../../api/types.gen';

type Placed = Pick<ScheduledMove, 'direction' | 'collection' | 'entry'> & { parts?: readonly MovedPart[] };

/** Where the application shows what a move is of: an entry, in the language that it is alone of, or a release. */
export function pageOf({ direction, collection, entry, parts = [] }: Placed) {
  if (direction === 'release') return { to: '/releases/$id', params: { id: entry } } as const;
  const [only, ...others] = parts;
  const locale = others.length === 0 && only?.collection !== collection ? only?.locale : undefined;
  return { to: '/c/$collection/$id', params: { collection, id: entry }, search: locale === undefined ? {} : { locale } } as const;
}
