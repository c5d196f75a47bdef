import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { AuditLine, Backup, Backups, Console, Deferred, DeferredState, Health, Page, Replayed, Staff } from './types.gen';
import { every } from './words';

/** Every key of what developers see begins with this word. */
const root = 'developer';

/** Everything that the site declares. It changes when the service starts with other manifests. */
export const consoleQuery = queryOptions({
  queryKey: [root, 'console'],
  queryFn: ({ signal }) => api.get<Console>('/admin/api/developer-console', undefined, signal),
});

/** How the service fares, asked again every few seconds. */
export const healthQuery = queryOptions({
  queryKey: [root, 'health'],
  queryFn: ({ signal }) => api.get<Health>('/admin/api/developer-console/health', undefined, signal),
  refetchInterval: 5000,
});

export type { DeferredState };
export const deferredStates = every<DeferredState>({ pending: true, dead: true });

/** The deferred hooks of a state, a page at a time. */
export function deferredQuery(state: DeferredState) {
  return infiniteQueryOptions({
    queryKey: [root, 'deferred', state],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Deferred>>('/admin/api/deferred', { state, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Makes what is dead of an event, or the event where it waits, due now. */
export function replay(event: string): Promise<Replayed> {
  return api.post<Replayed>(`/admin/api/deferred/${encodeURIComponent(event)}/replay`);
}

/** What a replay makes stale: both lists, and how deep the queue is. */
export const staleAfterReplay = [root];

/** How the copies of the site stand; asked again soon while one is taken. */
export const backupsQuery = queryOptions({
  queryKey: [root, 'backups'],
  queryFn: ({ signal }) => api.get<Backups>('/admin/api/backups', undefined, signal),
  refetchInterval: ({ state: { data } }) => (data?.running ? 1000 : 15_000),
});

/** Begins a copy, which goes on behind the answer. */
export function takeBackup(): Promise<Backup> {
  return api.post<Backup>('/admin/api/backups');
}

/** Where a copy is downloaded. */
export function backupAddress(name: string): string {
  return `/admin/api/backups/${encodeURIComponent(name)}`;
}

/** Which changes: by whom, in which collection, of which entry. */
export interface AuditFilter {
  actor?: string | undefined;
  collection?: string | undefined;
  entry?: string | undefined;
}

/** Who changed what, the newest first. */
export function auditQuery({ actor, collection, entry }: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [root, 'audit', { actor, collection, entry }],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<AuditLine>>('/admin/api/audit', { actor, collection, entry, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The names behind the ids of an audit line, as far as they belong to staff. */
export const actorsQuery = queryOptions({
  queryKey: [root, 'actors'],
  queryFn: ({ signal }) => api.get<Staff>('/admin/api/staff', undefined, signal),
  staleTime: 60_000,
});
