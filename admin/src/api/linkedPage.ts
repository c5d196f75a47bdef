import { api } from './client';
import type { LinkedPage, PageHead } from './types.gen';

/** Asks the service what a page of the web says of itself; null where it cannot be read or has no title. */
export async function readLinkedPage(url: string): Promise<PageHead | null> {
  return (await api.post<LinkedPage>('/admin/api/linked-page', { url })).page;
}
