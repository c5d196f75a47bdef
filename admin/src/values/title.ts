import type { Collection, EntrySummary } from '../api/types.gen';
import { inLanguage, localized } from '../i18n/text';
import { type Data, isLocalized } from './data';
import { propertySchemas } from './schema';
import { spoken } from './spoken';

/** The properties that are a title before others, in order. */
const titled = ['title', 'name'];

/**
 * What lists call an entry with these data, in a language where it has several; "" where they would have to take its id. Prose says
 * its first words (decision 376).
 */
export function titleOf(collection: Collection | undefined, data: Data, language: string): string {
  const schemas = propertySchemas(collection);
  const required = (collection?.schema['required'] as string[] | undefined) ?? [];
  for (const name of [collection?.list.primaryField ?? '', ...titled, 'slug', ...required]) {
    if (name === 'locale') continue; // every translation into a language has that
    const value = data[name];
    const said = typeof value === 'string' ? spoken(schemas[name], value) : '';
    if (said !== '') return said;
    if (isLocalized(value)) return localized(value, language) ?? '';
  }
  return '';
}

/**
 * What an entry of a list is called in a language: by the declared field, its own texts for it, or a translation into it.
 * A translation into another one is better than a slug, and worse than a title. "" where the service has nothing but its id.
 */
export function summaryTitle({ id, title: given, titles, translations, values }: EntrySummary, collection: Collection | undefined, language: string): string {
  const title = given === id ? '' : given;
  const primary = values?.[collection?.list.primaryField ?? ''];
  const said = typeof primary === 'string' ? spoken(propertySchemas(collection)[collection?.list.primaryField ?? ''], primary) : '';
  if (said !== '') return said;
  if (isLocalized(primary)) return localized(primary, language) ?? title;
  if (titles) return localized(titles, language) ?? title;
  const named = Object.fromEntries(translations.flatMap((each) => (each.title ? [[each.locale, each.title] as const] : [])));
  return inLanguage(named, language) ?? (hasOwnTitle(collection) ? title : (localized(named, language) ?? title));
}

/** An entry of which only its title is known, and those that it has by locale. What tells of an entry has its id as `entry`. */
interface NamedOne {
  id?: string;
  entry?: string;
  title: string;
  titles?: Record<string, string>;
}

/** What such an entry is called; "" where the service has nothing but its id. */
export function namedTitle({ id, entry, title: given, titles }: NamedOne, collection: Collection | undefined, language: string): string {
  const title = given === id || given === entry ? '' : given;
  if (!titles) return title;
  return inLanguage(titles, language) ?? (hasOwnTitle(collection) ? title : (localized(titles, language) ?? title));
}

/** Whether the entries of a collection have a title of their own, beside those of their translations. */
export function hasOwnTitle(collection: Collection | undefined): boolean {
  return collection !== undefined && [...titled, collection.list.primaryField].some((name) => name in propertySchemas(collection));
}

/** The field that gives an entry its title, where it is a reference to another collection. */
export function titleReference(collection: Collection | undefined): { name: string; to: string } | undefined {
  const schemas = propertySchemas(collection);
  const required = (collection?.schema['required'] as string[] | undefined) ?? [];
  const name = [collection?.list.primaryField ?? '', ...titled, 'slug', ...required].find((each) => each in schemas);
  const to = name === undefined ? undefined : schemas[name]?.['x-service-ref'];
  return name !== undefined && to !== undefined ? { name, to } : undefined;
}
