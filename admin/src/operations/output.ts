import type { Entry, Object } from '../api/types.gen';
import { isObject } from '../values/data';
import { propertiesIn, type PropertySchema } from '../values/schema';

/** Whether an output is the row of an entry, as most builtin operations answer. */
export function isEntry(value: unknown): value is Entry {
  if (!isObject(value)) return false;
  const { id, collection, status, version, data } = value;
  return typeof id === 'string' && typeof collection === 'string' && typeof status === 'string' && typeof version === 'number' && isObject(data);
}

/** Whether an output says that a row was removed. */
export function isRemoval(value: unknown): value is { removed: boolean } {
  return isObject(value) && typeof value['removed'] === 'boolean' && Object.keys(value).length === 1;
}

/** What the schema of a list says of the properties of its rows. */
export function rowSchemas(schema: Object): Record<string, PropertySchema> {
  const items = schema['items'];
  return isObject(items) ? propertiesIn({ $defs: schema['$defs'], ...items }) : {};
}
