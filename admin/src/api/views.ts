import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { address, api, type Query } from './client';
import type { Object, View } from './types.gen';

/** A page of a View. There is no count: `hasMore` says that the page is full. */
export interface ViewPage {
  rows: Object[];
  page: number;
  show: number;
  hasMore: boolean;
}

const pathOf = (name: string) => `/admin/api/views/${encodeURIComponent(name)}`;

export function viewQuery(name: string, query: Query) {
  return queryOptions({
    queryKey: ['views', name, query],
    queryFn: async ({ signal }) => (await api.get<{ data: ViewPage }>(pathOf(name), query, signal)).data,
    placeholderData: keepPreviousData,
  });
}

/** Where every row that the query finds is had as CSV. */
export function viewExportAddress(name: string, query: Query): string {
  return address(`${pathOf(name)}/export`, { ...query, page: undefined, show: undefined });
}

/** Where a program finds the same page: the public address, or for a staff View that of the Admin API. */
export function viewAddress({ name, surface }: View, query: Query, origin: string): string {
  return origin + address(surface === 'public' ? `/api/views/${encodeURIComponent(name)}` : pathOf(name), query);
}
