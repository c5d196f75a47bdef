/** The data of an entry, by property. */
export type Data = Record<string, unknown>;

export function isObject(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are the same; a property that is undefined is none. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, i) => sameValue(each, b[i]));
  return fieldsOf(a as Data, b as Data).every((field) => sameValue((a as Data)[field], (b as Data)[field]));
}

/** The properties of all, each once, in the order in which they are met. */
export function fieldsOf(...all: Data[]): string[] {
  return [...new Set(all.flatMap((each) => Object.keys(each).filter((field) => each[field] !== undefined)))];
}

/** What makes `value` of `base`: each property that differs, whole, and null for one that was removed. */
export function patchOf(base: Data, value: Data): Data {
  const changed = fieldsOf(base, value).filter((field) => !sameValue(base[field], value[field]));
  return Object.fromEntries(changed.map((field) => [field, value[field] ?? null]));
}

/** Data with a patch in it. null removes. */
export function applied(patch: Data, data: Data): Data {
  const next = { ...data, ...patch };
  return Object.fromEntries(Object.entries(next).filter(([field, value]) => value !== undefined && !(field in patch && value === null)));
}

/** Some properties of data. */
export function picked(data: Data, fields: readonly string[]): Data {
  return Object.fromEntries(fields.filter((field) => data[field] !== undefined).map((field) => [field, data[field]]));
}

/** Data without some of its properties. */
export function without(data: Data, fields: readonly string[]): Data {
  return picked(data, Object.keys(data).filter((field) => !fields.includes(field)));
}

export const isTexts = (value: unknown[]): value is string[] => value.every((each) => typeof each === 'string');

/** An object from language to text, as some sites keep short texts. */
export function isLocalized(value: unknown): value is Record<string, string> {
  if (!isObject(value)) return false;
  const tags = Object.keys(value);
  return tags.length > 0 && tags.every((tag) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(tag)) && isTexts(Object.values(value));
}

/** Whether a value is a whole number of 13 digits: a time or an id, and no amount. */
export const isLong = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1e12 && Number(value) < 1e13;
