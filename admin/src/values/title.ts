import type { Collection, Entry } from '../api/types.gen';
import type { Data } from './data';

/** What lists call an entry with these data; "" where they would have to take its id. */
export function titleOf(collection: Collection | undefined, data: Data): string {
  const required = (collection?.schema['required'] as string[] | undefined) ?? [];
  const names = ['title', 'name', 'slug', collection?.list.primaryField ?? '', ...required];
  return names.map((name) => data[name]).find((value): value is string => typeof value === 'string' && value !== '') ?? '';
}

/** What an entry is called. */
export function entryTitle({ id, data }: Entry, collection: Collection | undefined): string {
  return titleOf(collection, data) || id;
}
