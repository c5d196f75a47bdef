import type { Collection, Entry } from '../api/types.gen';

/** What an entry is called, as the lists of the service call it. */
export function entryTitle({ id, data }: Entry, collection: Collection | undefined): string {
  const required = (collection?.schema['required'] as string[] | undefined) ?? [];
  const names = ['title', 'name', 'slug', collection?.list.primaryField ?? '', ...required];
  return names.map((name) => data[name]).find((value) => typeof value === 'string' && value !== '') as string | undefined ?? id;
}
