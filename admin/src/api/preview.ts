import { queryOptions } from '@tanstack/react-query';

import type { Data } from '../values/data';
import { api } from './client';

/** The document in which pages are shown that are not saved. */
export const previewFrame = '/admin/api/preview';

/** What is to be seen as a page. */
export interface Previewed {
  collection: string;
  /** undefined for an entry that is not made yet. */
  id: string | undefined;
  version: number;
  /** undefined for that of the entry, or of the site. */
  locale: string | undefined;
  data: Data;
}

/** The page of an entry as it would be with the data. It is asked for once, and kept for as long as it is shown. */
export function previewQuery({ collection, id, version, locale, data }: Previewed) {
  const path = id === undefined ? previewFrame : `/admin/api/entries/${encodeURIComponent(id)}/preview`;
  return queryOptions({
    queryKey: ['preview', collection, id, version, locale, nameOf(data)],
    queryFn: ({ signal }) => api.html(path, { data, ...(locale === undefined ? {} : { locale }) }, { collection }, signal),
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: 'always',
  });
}

const names = new WeakMap<Data, number>();
let named = 0;

/** A number for each value, in place of all of it: a key is made a text at each look at it. */
function nameOf(data: Data): number {
  const name = names.get(data) ?? ++named;
  names.set(data, name);
  return name;
}
