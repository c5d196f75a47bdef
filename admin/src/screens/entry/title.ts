import type { Collection } from '../../api/types.gen';
import { propertySchema } from '../../lists/Value';
import { requiredOf } from './completeness';
import type { Data } from './patch';

/** What lists call an entry with these data; "" where they would have to take its id. */
export function titleOf(collection: Collection, data: Data): string {
  const required = requiredOf(collection).filter((field) => propertySchema(collection, field)?.type === 'string');
  const named = ['title', 'name', 'slug', collection.list.primaryField, ...required];
  return named.map((field) => data[field]).find((value) => typeof value === 'string' && value !== '') as string | undefined ?? '';
}
