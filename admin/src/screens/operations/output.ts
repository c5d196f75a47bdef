import type { Entry } from '../../api/types.gen';

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

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an output is rows that a table shows: objects, whatever each of them has. */
export function isTable(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
