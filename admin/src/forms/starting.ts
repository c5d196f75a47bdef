import { isObject } from '../values/data';
import { startOf } from './branches';
import type { Value } from './shape';

/** What a new value of a schema begins with: its defaults, and what can only have one value. */
export function startingValue(schema: Record<string, unknown>): Value {
  const start = startOf({ ...schema, type: 'object' }, schema);
  return isObject(start) ? start : {};
}
