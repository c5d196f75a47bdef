import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { api } from './client';
import { scheduleRelease, unscheduleRelease } from './releases';
import type { Calendar, Entry, NamedEntry, NewMove, NewMoves, ReleaseDetail, Removed, ScheduledMove, ScheduledMoves } from './types.gen';

const pathOf = (id: string) => `/admin/api/entries/${encodeURIComponent(id)}/moves`;
const wholeOf = ({ id }: Pick<ScheduledMove, 'id'>) => `/admin/api/moves/${encodeURIComponent(id)}`;

/** What a change of a move makes stale: the moves, the releases, and the lists that say what is set. */
export const staleMoves = (queries: QueryClient): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['moves'] }),
    queries.invalidateQueries({ queryKey: ['releases'] }),
    queries.invalidateQueries({ queryKey: ['entries'], predicate: ({ queryKey: [, , what] }) => what === 'list' || what === 'recent' }),
  ]);

/** What is set for a span of time, and what was published in it. */
export function calendarQuery(from: number, to: number) {
  return queryOptions({
    queryKey: ['moves', 'calendar', from, to],
    queryFn: ({ signal }) => api.get<Calendar>('/admin/api/calendar', { from: String(from), to: String(to) }, signal),
  });
}

/** The moves that were refused, the last first: for whoever tells staff what went wrong. */
export const failedMovesQuery = queryOptions({
  queryKey: ['moves', 'failed'],
  queryFn: ({ signal }) => api.get<ScheduledMoves>('/admin/api/moves/failed', {}, signal),
});

/** The moves of an entry that are set for a time, or failed; `whole`: those of its translations, too. */
export function entryMovesQuery(collection: string, id: string, whole = false) {
  return queryOptions({
    queryKey: ['moves', 'entry', collection, id, whole],
    queryFn: ({ signal }) => api.get<ScheduledMoves>(pathOf(id), { collection, ...(whole ? { translations: 'true' } : {}) }, signal),
  });
}

export const setMove = ({ collection, id }: Pick<Entry, 'collection' | 'id'>, move: NewMove): Promise<ScheduledMove> => api.post<ScheduledMove>(pathOf(id), { ...move }, { collection });

/** Sets a time for several entries, which are moved as one, or for none of them. A refusal is of the entry that its pointer counts. */
export const setMoves = (moves: NewMoves): Promise<ScheduledMove> => api.post<ScheduledMove>('/admin/api/moves', { ...moves });

/** Takes back a move of all its entries, or the time of a release. */
export const cancelMove = (move: ScheduledMove): Promise<Removed | ReleaseDetail> =>
  move.direction === 'release' ? unscheduleRelease(move.entry) : api.delete<Removed>(wholeOf(move));

/** Takes back the move of one entry. The others that were to be moved with it keep their time. */
export const cancelOwnMove = ({ collection, id }: NamedEntry, direction: NewMove['direction']): Promise<Removed> => api.delete<Removed>(`${pathOf(id)}/${direction}`, { collection });

/** Sets another time for a move of all its entries, or for a release. */
export const resetMove = (move: ScheduledMove, time: Omit<NewMove, 'direction'>): Promise<ScheduledMove | ReleaseDetail> =>
  move.direction === 'release' ? scheduleRelease(move.entry, time) : api.post<ScheduledMove>(wholeOf(move), { ...time });
