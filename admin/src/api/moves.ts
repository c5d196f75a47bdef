import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { scheduleRelease, unscheduleRelease } from './releases';
import type { Calendar, Entry, NewMove, ReleaseDetail, Removed, ScheduledMove, ScheduledMoves } from './types.gen';

const pathOf = (id: string) => `/admin/api/entries/${encodeURIComponent(id)}/moves`;

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

/** The moves of an entry that are set for a time, or failed. */
export function entryMovesQuery(collection: string, id: string) {
  return queryOptions({
    queryKey: ['moves', 'entry', collection, id],
    queryFn: ({ signal }) => api.get<ScheduledMoves>(pathOf(id), { collection }, signal),
  });
}

export const setMove = ({ collection, id }: Pick<Entry, 'collection' | 'id'>, move: NewMove): Promise<ScheduledMove> => api.post<ScheduledMove>(pathOf(id), { ...move }, { collection });

/** Takes back a move of an entry, or the time of a release. */
export const cancelMove = ({ collection, entry, direction }: ScheduledMove): Promise<Removed | ReleaseDetail> =>
  direction === 'release' ? unscheduleRelease(entry) : api.delete<Removed>(`${pathOf(entry)}/${direction}`, { collection });

/** Sets another time for a move of an entry, or for a release. */
export const resetMove = ({ collection, entry, direction }: ScheduledMove, time: Omit<NewMove, 'direction'>): Promise<ScheduledMove | ReleaseDetail> =>
  direction === 'release' ? scheduleRelease(entry, time) : setMove({ collection, id: entry }, { ...time, direction });
