import { isObject } from './data';

/** How many bytes a value had that an older release found too long to keep; undefined for one that is kept. */
export function omitted(value: unknown): number | undefined {
  if (!isObject(value)) return undefined;
  const bytes = value['$omitted'];
  return typeof bytes === 'number' && Object.keys(value).length === 1 ? bytes : undefined;
}
