import { queryOptions } from '@tanstack/react-query';

import { batched } from '../media/batched';
import { api } from './client';
import type { Colleagues } from './types.gen';

/** As the service has it, of one request. */
const mostIds = 100;

const load = batched(async (ids: readonly string[]) => (await api.get<Colleagues>('/admin/api/people', { ids: ids.join(',') })).items, mostIds);

/** What a user is called, for whoever asks: "" where they may not know; null where there is none any more. */
export function personQuery(id: string) {
  return queryOptions({ queryKey: ['people', id], queryFn: () => load(id), staleTime: 5 * 60_000 });
}
