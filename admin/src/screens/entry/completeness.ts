import type { Collection, EntryDetail } from '../../api/types.gen';
import { applied, patchOf, picked, sameValue, type Data } from '../../values/data';
import { propertySchema, type PropertySchema } from '../../values/schema';

/** The properties of a collection, in the order in which they are declared. */
export function propertiesOf(collection: Collection): string[] {
  return Object.keys((collection.schema['properties'] as Data | undefined) ?? {});
}

/** The properties without which an entry cannot be published. */
export function requiredOf(collection: Collection): string[] {
  const required = collection.schema['required'];
  return Array.isArray(required) ? required.filter((each) => typeof each === 'string') : [];
}

/** The properties that the service fills itself, whatever is sent. */
export function stampedOf(collection: Collection): string[] {
  return propertiesOf(collection).filter((field) => 'x-service-bind' in (propertySchema(collection, field) ?? {}));
}

/**
 * What of a translation is written in its language: not what joins it, nor references, what the service fills,
 * numbers or switches. Where that leaves nothing, everything but the join.
 */
export function translatableOf(translation: Collection): string[] {
  const stamped = stampedOf(translation);
  const own = propertiesOf(translation).filter((field) => field !== 'locale' && field !== translation.translates?.on && !stamped.includes(field));
  const words = own.filter((field) => isWords(propertySchema(translation, field)));
  return words.length > 0 ? words : own;
}

function isWords(schema: ReturnType<typeof propertySchema>): boolean {
  if (!schema || schema['x-service-ref'] || schema.enum) return false;
  const types = [schema.type ?? 'object'].flat();
  return types.some((type) => type === 'string' || type === 'object' || type === 'array') && !['date', 'date-time', 'uuid', 'uri', 'email'].includes(schema.format ?? '');
}

export interface Completeness {
  filled: number;
  needed: number;
}

/** How much of a translation is there: of what is required, and of what the source has. */
export function completenessOf(translation: Collection, data: Data, source: Data = {}): Completeness {
  const required = requiredOf(translation);
  const needed = translatableOf(translation).filter((field) => required.includes(field) || !isEmpty(source[field]));
  return { needed: needed.length, filled: needed.filter((field) => !isEmpty(data[field])).length };
}

/** What the source has and a translation lacks. */
export function missingFrom(translation: Collection, source: Data, value: Data): Data {
  return picked(source, translatableOf(translation).filter((field) => isEmpty(value[field]) && !isEmpty(source[field])));
}

export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/**
 * What a new translation starts with: its join, its language, and what is the same in every language, from a translation
 * that there is, or from what is translated where that has a property of the same name and kind.
 */
export function seedOf(translation: Collection, locale: string, parent: { collection: Collection; entry: Pick<EntryDetail['entry'], 'data'> }, source: Data = {}): Data {
  const on = translation.translates?.on;
  return { ...picked(parent.entry.data, copiesOf(translation, parent.collection)), ...picked(source, sharedOf(translation)), ...(on === undefined ? {} : picked(parent.entry.data, [on])), locale };
}

/** What is the same in every language of a translation. */
function sharedOf(translation: Collection): string[] {
  const words = translatableOf(translation);
  const stamped = stampedOf(translation);
  return propertiesOf(translation).filter((field) => !words.includes(field) && !stamped.includes(field));
}

/** The properties that a translation has a copy of: its parent has one of the same name and kind. */
export function copiesOf(translation: Collection, parent: Collection): string[] {
  const joins = ['locale', translation.translates?.on];
  return sharedOf(translation).filter((field) => !joins.includes(field) && isAlike(propertySchema(translation, field), propertySchema(parent, field)));
}

/** What a new entry is made of: what was typed since it was begun, over what is known when it is made. */
export function completed(seed: Data, begun: Data, value: Data): Data {
  return applied(patchOf(begun, value), { ...begun, ...seed });
}

function isAlike(a: PropertySchema | undefined, b: PropertySchema | undefined): boolean {
  return sameValue(a?.type, b?.type) && a?.['x-mcp-hint'] === b?.['x-mcp-hint'] && a?.['x-service-ref'] === b?.['x-service-ref'];
}

/**
 * What two entries of a collection cannot both have: what it is known by, and of a translation its language. A property
 * that is unique together with others is not known here.
 */
export function uniqueOf(collection: Collection): string[] {
  return [...(collection.rowField === 'id' ? [] : [collection.rowField]), ...(collection.translates ? ['locale'] : [])];
}
