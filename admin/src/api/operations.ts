import type { QueryClient } from '@tanstack/react-query';

import { api } from './client';
import { staleAfterChange } from './entries';
import type { Object, Operated, Operation } from './types.gen';

export async function runOperation({ name }: Operation, input: Object): Promise<unknown> {
  const { output } = await api.post<Operated>(`/admin/api/operations/${encodeURIComponent(name)}`, input);
  return output;
}

/** Makes stale what the operation may have changed: its target, or anything where it names none; and every report. */
export async function staleAfterOperation(queries: QueryClient, { targetCollection }: Operation): Promise<void> {
  const entries = targetCollection === null ? ['entries'] : staleAfterChange(targetCollection);
  await Promise.all([queries.invalidateQueries({ queryKey: entries }), queries.invalidateQueries({ queryKey: ['views'] })]);
}
