import type { Collection } from '../api/types.gen';
import type { Speech } from '../i18n/text';
import { localeName } from '../values/names';
import { fieldTitle, propertySchema, propertySchemas, type PropertySchema } from '../values/schema';
import { fieldFilters, readWhere, translationField, type FieldKey } from './where';

/** What a field may be asked for. */
export const tests = ['is', 'not', 'contains', 'from', 'to', 'empty', 'filled'] as const;
export type Test = (typeof tests)[number];

export interface Condition {
  field: string;
  test: Test;
  value: string;
}

const typesOf = ({ type }: PropertySchema) => (Array.isArray(type) ? type : [type ?? '']).filter((each) => each !== 'null');

/** Whether a property is a moment or a day. */
export const isDay = (schema: PropertySchema | undefined) => schema?.['x-mcp-hint'] === 'timestamp-ms' || schema?.format === 'date' || schema?.format === 'date-time';

/** The tests that a property takes. */
export function testsOf(schema: PropertySchema): Test[] {
  const types = typesOf(schema);
  if (types.length !== 1) return ['empty', 'filled'];
  if (isDay(schema)) return ['from', 'to', 'empty', 'filled'];
  if (schema['x-service-ref'] !== undefined) return ['is', 'not', 'empty', 'filled'];
  switch (types[0]) {
    case 'string':
      return [...tests];
    case 'integer':
    case 'number':
      return tests.filter((each) => each !== 'contains');
    case 'boolean':
      return ['is', 'empty', 'filled'];
    case 'array':
      return ['contains', 'empty', 'filled'];
    default:
      return ['empty', 'filled'];
  }
}

/** The key of an address that says a condition, and its value. */
export function written({ field, test, value }: Condition): [FieldKey, string] {
  if (test === 'empty' || test === 'filled') return [`empty.${field}`, String(test === 'empty')];
  return [`${test === 'is' ? 'filter' : test}.${field}`, value];
}

const localeOf = (field: string) => (field.startsWith(translationField) ? field.slice(translationField.length) : undefined);

/** The tests that a field of a list takes; none where the list has no such field. */
export function testsFor(collection: Collection, field: string): Test[] {
  const schema = propertySchema(collection, field);
  if (schema) return testsOf(schema);
  return localeOf(field) !== undefined && collection.translations.length > 0 ? ['empty', 'filled'] : [];
}

/** What a list calls a field that a condition is put on. */
export function conditionTitle(speech: Speech, collection: Collection, field: string): string {
  const locale = localeOf(field);
  return locale === undefined ? fieldTitle(speech, collection, field) : speech.t('list.translationIn', { language: localeName(locale, speech.language) });
}

export const testName = ({ t }: Speech, field: string, test: Test): string => t(localeOf(field) !== undefined && (test === 'empty' || test === 'filled') ? `test.translation.${test}` : `test.${test}`);

/** What an address narrows by, beside what tabs and panels do. */
export function conditionsOf(search: object, collection: Collection): Condition[] {
  const others = [...fieldFilters(collection).map(({ field }) => field), collection.filter?.field];
  return Object.entries(readWhere(search)).flatMap(([key, value]): Condition[] => {
    const dot = key.indexOf('.');
    const [prefix, field] = [key.slice(0, dot), key.slice(dot + 1)];
    if (prefix === 'filter' && others.includes(field)) return [];
    const test: Test = prefix === 'empty' ? (value === 'false' ? 'filled' : 'empty') : prefix === 'filter' ? 'is' : (prefix as Test);
    return testsFor(collection, field).includes(test) ? [{ field, test, value }] : [];
  });
}

/** What a condition may be put on: the properties, and translations in the languages of the site. */
export function conditionFields(collection: Collection, locales: readonly string[]): string[] {
  return [...Object.keys(propertySchemas(collection)), ...(collection.translations.length > 0 ? locales.map((each) => translationField + each) : [])];
}

/** A day as the service compares it: the first or the last of its moments. */
export function dayValue(day: string, test: Test, schema: PropertySchema | undefined): string {
  if (schema?.format === 'date') return day;
  if (schema?.format === 'date-time') return test === 'to' ? `${day}T99` : day;
  const moment = new Date(`${day}T${test === 'to' ? '23:59:59.999' : '00:00:00'}`);
  return String(moment.getTime());
}
