import type { EntryList } from '../api/entries';
import type { Collection, EntrySummary } from '../api/types.gen';
import { propertySchema, type PropertySchema } from '../values/schema';

const day = 86_400_000;

/** A list narrowed to a span of time, in its order. What it is narrowed to already stays. */
export function inSpan(list: EntryList, collection: Collection, field: string, { from, to }: { from: number; to: number }): EntryList {
  const schema = propertySchema(collection, field);
  const { conditions = {}, fields = [] } = list;
  const [first, last] = [`from.${field}`, `to.${field}`];
  const ends = endsOf(schema, from, to);
  const asks = schema !== undefined && ![...collection.list.columns, ...fields].includes(field);
  return {
    ...list,
    sort: field,
    direction: 'asc',
    conditions: { ...conditions, [first]: later(conditions[first], ends.from), [last]: earlier(conditions[last], ends.to) },
    ...(asks ? { fields: [...fields, field] } : {}),
  };
}

/** The ends of a span as the service compares them. A moment that is a text may have any zone: a day more on each side has all that it could be. */
function endsOf(schema: PropertySchema | undefined, from: number, to: number): { from: string; to: string } {
  if (schema?.format === 'date') return { from: written(from), to: written(to) };
  if (schema?.format === 'date-time') return { from: written(from - day), to: `${written(to + day)}T99` };
  return { from: String(from), to: String(to) };
}

/** A day as an input writes it, by the clocks of this device. */
function written(time: number): string {
  const date = new Date(time);
  return [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-');
}

const two = (number: number) => String(number).padStart(2, '0');

const isLater = (a: string, b: string) => (/^-?\d+$/.test(a) && /^-?\d+$/.test(b) ? Number(a) > Number(b) : a > b);
const later = (said: string | undefined, end: string) => (said !== undefined && isLater(said, end) ? said : end);
const earlier = (said: string | undefined, end: string) => (said !== undefined && isLater(end, said) ? said : end);

/** The moment of a date that an entry has; undefined where it has none. A day is its first moment, on this device. */
export function momentOf(entry: EntrySummary, field: string, schema: PropertySchema | undefined): number | undefined {
  const value = schema ? entry.values?.[field] : field === 'createdAt' ? entry.createdAt : entry.updatedAt;
  const time = typeof value === 'string' ? Date.parse(schema?.format === 'date' ? `${value}T00:00` : value) : value;
  return typeof time === 'number' && !Number.isNaN(time) ? time : undefined;
}

/** Whether a date of an entry has a time of the day. */
export const isTimed = (schema: PropertySchema | undefined): boolean => schema?.format !== 'date';
