import { useQuery } from '@tanstack/react-query';

import type { EntryDetail, VersionState } from '../../api/types.gen';
import { versionQuery } from '../../api/versions';
import type { Side } from './sides';

/** What one side of a comparison held. `error` says why it cannot be had. */
export interface Held {
  state?: Pick<VersionState, 'data'> & { status?: VersionState['status'] | undefined };
  error?: Error;
}

/** What a side held: what is known with the entry is not asked for. */
export function useSide({ entry, draft }: EntryDetail, side: Side): Held {
  const number = typeof side === 'number' && side !== entry.version ? side : undefined;
  const { data, error } = useQuery({ ...versionQuery(entry.collection, entry.id, number ?? 0), enabled: number !== undefined });
  if (side === 'nothing') return { state: { data: {} } };
  if (side === 'draft') return { state: { data: draft?.data ?? entry.data, status: entry.status } };
  if (side === entry.version) return { state: entry };
  return { ...(data ? { state: data } : {}), ...(error ? { error } : {}) };
}
