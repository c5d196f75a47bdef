import type { Collection } from '../api/types.gen';
import type { Speech } from '../i18n/text';
import { localeName } from '../values/names';
import { fieldTitle, propertySchema, propertySchemas, type PropertySchema } from '../values/schema';
import { fieldFilters, readWhere, translationField, type FieldKey } from './where';

/** What a field may be asked for. */
export const tests = ['is', 'not', 'contains', 'lacks', 'from', 'to', 'empty', 'filled'] as const;
export type Test = (typeof tests)[number];

export interface Condition {
  field: string;
  test: Test;
  value: string;
}

/** A condition of an address, and the key that says it. Of those of one group one must hold. */
export interface HeldCondition extends Condition {
  key: FieldKey;
  group?: string;
}

const typesOf = ({ type }: PropertySchema) => (Array.isArray(type) ? type : [type ?? '']).filter((each) => each !== 'null');

/** Whether a property is a moment or a day. */
export const isDay = (schema: PropertySchema | undefined) => schema?.['x-mcp-hint'] === 'timestamp-ms' || schema?.format === 'date' || schema?.format === 'date-time';

/** Whether a property is a list: it is asked for what is in it. */
export const isList = (schema: PropertySchema | undefined) => schema !== undefined && typesOf(schema).join() === 'array';

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
      return tests.filter((each) => each !== 'contains' && each !== 'lacks');
    case 'boolean':
      return ['is', 'empty', 'filled'];
    case 'array':
      return ['contains', 'lacks', 'empty', 'filled'];
    default:
      return ['empty', 'filled'];
  }
}

/** The key of an address that says a condition, and its value. */
export function written({ field, test, value }: Condition): [FieldKey, string] {
  if (test === 'empty' || test === 'filled') return [`empty.${field}`, String(test === 'empty')];
  return [`${test === 'is' ? 'filter' : test}.${field}`, value];
}

/** The locale of a translation in any language. */
export const anyLocale = '*';

/** What a field of a condition stands for: a property, the translation in a locale, or a property of that. */
export interface Asked {
  schema?: PropertySchema;
  locale?: string;
  name?: string;
  of?: Collection;
}

export function askedFor(collection: Collection, field: string): Asked {
  if (!field.startsWith(translationField) || collection.translations.length === 0) return asked(collection, field);
  const [locale = '', ...rest] = field.slice(translationField.length).split('.');
  if (rest.length === 0) return { locale };
  const name = rest.join('.');
  const of = collection.translations.find((each) => propertySchema(each, name));
  return of ? { ...asked(of, name), locale } : {};
}

function asked(of: Collection, name: string): Asked {
  const schema = propertySchema(of, name);
  return schema ? { schema, name, of } : {};
}

/** Whether a field stands for a translation as a whole. */
const isTranslation = ({ locale, name }: Asked) => locale !== undefined && name === undefined;

/** The tests that a field of a list takes; none where the list has no such field. */
export function testsFor(collection: Collection, field: string): Test[] {
  const of = askedFor(collection, field);
  if (isTranslation(of)) return ['empty', 'filled'];
  return of.schema ? testsOf(of.schema) : [];
}

/** What a list calls a field that a condition is put on. */
export function conditionTitle(speech: Speech, collection: Collection, field: string): string {
  const { of, name, locale } = askedFor(collection, field);
  const language = locale === undefined || locale === anyLocale ? undefined : localeName(locale, speech.language);
  if (of && name !== undefined) {
    const title = fieldTitle(speech, of, name);
    if (locale === undefined) return title;
    const isAlone = !Object.keys(propertySchemas(collection)).some((each) => fieldTitle(speech, collection, each) === title);
    return language === undefined && isAlone ? title : speech.t('list.fieldIn', { field: title, language: language ?? speech.t('list.languageAny') });
  }
  if (locale === undefined) return fieldTitle(speech, collection, field);
  return language === undefined ? speech.t('list.translationAny') : speech.t('list.translationIn', { language });
}

export function testName({ t }: Speech, collection: Collection, { field, test }: Pick<Condition, 'field' | 'test'>): string {
  return t(isTranslation(askedFor(collection, field)) && (test === 'empty' || test === 'filled') ? `test.translation.${test}` : `test.${test}`);
}

/** What an address narrows by, beside what tabs and panels do. */
export function conditionsOf(search: object, collection: Collection): HeldCondition[] {
  const others = [...fieldFilters(collection).map(({ field }) => field), collection.filter?.field];
  return Object.entries(readWhere(search)).flatMap(([key, value]): HeldCondition[] => {
    const [, group, said] = /^any\.([^.]+)\.[^.]*\.(.*)$/.exec(key) ?? [undefined, undefined, key];
    const dot = said.indexOf('.');
    const [prefix, field] = [said.slice(0, dot), said.slice(dot + 1)];
    if (prefix === 'filter' && group === undefined && others.includes(field)) return [];
    const test: Test = prefix === 'empty' ? (value === 'false' ? 'filled' : 'empty') : prefix === 'filter' ? 'is' : (prefix as Test);
    // Without one of its alternatives a group would say something else: the service refuses what it does not know.
    const isKnown = group === undefined ? testsFor(collection, field).includes(test) : tests.includes(test);
    if (!isKnown) return [];
    return [{ field, test, value, key: key as FieldKey, ...(group === undefined ? {} : { group }) }];
  });
}

/** Conditions by group. One without a group is alone. */
export function inGroups(held: readonly HeldCondition[]): HeldCondition[][] {
  const groups = new Map<string, HeldCondition[]>();
  for (const each of held) {
    const name = each.group === undefined ? each.key : `any.${each.group}`;
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups.values()];
}

/** What an address changes by for one more condition: one that must hold too, or in place of those of a group. */
export function withCondition(condition: Condition, search: object, beside: readonly HeldCondition[] = []): Partial<Record<FieldKey, string | undefined>> {
  const where = readWhere(search);
  const [key, value] = written(condition);
  const [first] = beside;
  if (!first && where[key] === undefined) return { [key]: value };
  const parts = Object.keys(where).map((each) => each.split('.'));
  const free = (numbers: readonly string[]) => Math.max(0, ...numbers.map(Number).filter(Number.isInteger)) + 1;
  const groups = parts.flatMap(([prefix, group = '']) => (prefix === 'any' ? [group] : []));
  if (!first) return { [`any.${free(groups)}.1.${key}`]: value };
  if (first.group !== undefined) {
    const taken = parts.flatMap(([prefix, group, number = '']) => (prefix === 'any' && group === first.group ? [number] : []));
    return { [`any.${first.group}.${free(taken)}.${key}`]: value };
  }
  const group = free(groups);
  return { [first.key]: undefined, [`any.${group}.1.${first.key}`]: first.value, [`any.${group}.2.${key}`]: value };
}

/** What an address changes by for a condition in the place of one that it has. */
export function inPlaceOf(held: HeldCondition, condition: Condition, search: object): Partial<Record<FieldKey, string | undefined>> {
  const gone = { [held.key]: undefined };
  if (held.group === undefined) return { ...gone, ...withCondition(condition, { ...search, ...gone }) };
  const [key, value] = written(condition);
  const place = held.key.split('.').slice(0, 3).join('.');
  return { ...gone, [`${place}.${key}`]: value };
}

/**
 * What a condition may be put on: properties of translations in any language, what lists call them by first, those of the entries, and
 * translations in the languages of the site.
 */
export function conditionFields(collection: Collection, locales: readonly string[]): { own: string[]; translated: string[]; translations: string[] } {
  const { translations } = collection;
  const joins = translations.flatMap(({ translates }) => ['locale', translates?.on]);
  const named = [...translations.map(({ list }) => list.primaryField), 'title', 'name'];
  const names = translations.flatMap((each) => Object.keys(propertySchemas(each))).filter((name) => !joins.includes(name));
  return {
    own: Object.keys(propertySchemas(collection)),
    translated: [...new Set([...named.filter((name) => names.includes(name)), ...names])].map((name) => `${translationField}${anyLocale}.${name}`),
    translations: translations.length > 0 ? locales.map((each) => translationField + each) : [],
  };
}

/** A field of translations, in another language. */
export function inLocale(field: string, locale: string): string {
  const rest = field.slice(translationField.length);
  return translationField + locale + rest.slice(rest.indexOf('.'));
}

/** The day of a value that `dayValue` made. */
export function dayOf(value: string, schema: PropertySchema | undefined): string {
  if (schema?.format === 'date' || schema?.format === 'date-time') return value.slice(0, 10);
  const moment = new Date(Number(value));
  const two = (part: number) => String(part).padStart(2, '0');
  return Number.isNaN(moment.getTime()) ? '' : `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** A day as the service compares it: the first or the last of its moments. */
export function dayValue(day: string, test: Test, schema: PropertySchema | undefined): string {
  if (schema?.format === 'date') return day;
  if (schema?.format === 'date-time') return test === 'to' ? `${day}T99` : day;
  const moment = new Date(`${day}T${test === 'to' ? '23:59:59.999' : '00:00:00'}`);
  return String(moment.getTime());
}
