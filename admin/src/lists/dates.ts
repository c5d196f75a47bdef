import type { Collection } from '../api/types.gen';
import { remember, remembered } from '../app/preferences';
import { propertySchemas } from '../values/schema';
import { isDay, testsOf } from './conditions';

/** When an entry was created and changed last: every entry has these. */
const stamps = ['createdAt', 'updatedAt'];

/** The dates that entries of a collection have: its properties that are a day or a moment, and the two that every entry has. */
export function dateFields(collection: Collection): string[] {
  const own = Object.entries(propertySchemas(collection)).filter(([, schema]) => isDay(schema) && testsOf(schema).includes('from'));
  return [...own.map(([field]) => field), ...stamps];
}

/** The dates that an entry is known by before others, as its pages have them (decision 330). */
const usual = ['publishedAt', 'date'];

/** The date that a calendar shows entries by: the one of the address, the one that was used here last, or the usual one. */
export function dateOf({ by }: { by?: string }, collection: Collection): string {
  const fields = dateFields(collection);
  const wanted = [by, remembered(keyOf(collection))['by'], ...usual];
  return wanted.find((each): each is string => fields.includes(each as string)) ?? fields[0] ?? 'createdAt';
}

export function saveDate(collection: Collection, by: string): void {
  remember(keyOf(collection), { by });
}

const keyOf = (collection: Collection) => `quartet.date.${collection.name}`;
