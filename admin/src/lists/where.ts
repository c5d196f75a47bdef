import type { Collection } from '../api/types.gen';
import { propertySchema, type PropertySchema } from '../values/schema';

/** How a list is narrowed by a field: to a value, to others, by a text that it holds or lacks, by an end of a range, to what has none; and by one of several of these. */
const prefixes = ['filter', 'not', 'contains', 'lacks', 'from', 'to', 'empty', 'any'] as const;

/** A field of an address that a list is narrowed by. */
export type FieldKey = `${(typeof prefixes)[number]}.${string}`;

export const fieldKey = (field: string): FieldKey => `filter.${field}`;

export const emptyKey = (field: string): FieldKey => `empty.${field}`;

/** Before a locale: the field of a list that stands for the translation of its entries, and with a name behind it for a field of that. No property has such a name. */
export const translationField = 'translation.';

/** Narrows a list, with `true`, to what has no translation in a locale. */
export const translationKey = (locale: string): FieldKey => emptyKey(translationField + locale);

/** Takes from an address what it narrows by field. The router reads `7` as a number, and `true` as a boolean. */
export function readWhere(search: object): Record<FieldKey, string> {
  const given = Object.entries(search).filter(([key, value]: [string, unknown]) => prefixes.some((each) => key.startsWith(`${each}.`)) && isWritten(value));
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]));
}

const isWritten = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';

/** The values that a property may have, where its Schema lists them: those that an address can say. */
export const listedValues = (schema: PropertySchema): string[] => (schema.enum ?? []).filter((each) => typeof each === 'string' || typeof each === 'number').map(String);

/** How a field is chosen: from its values, as yes or no, or as an entry of another collection. */
export type FieldFilter = { field: string; schema: PropertySchema } & ({ kind: 'values'; values: string[] } | { kind: 'boolean' } | { kind: 'reference'; to: string });

/** The fields that a list is narrowed by, beside that of its tabs: of those with an index what can be chosen from. */
export function fieldFilters(collection: Collection): FieldFilter[] {
  return collection.sortable.flatMap((field): FieldFilter[] => {
    const schema = propertySchema(collection, field);
    if (!schema || field === collection.filter?.field) return [];
    const values = listedValues(schema);
    if (values.length > 0) return [{ field, schema, kind: 'values', values }];
    if (schema.type === 'boolean') return [{ field, schema, kind: 'boolean' }];
    const to = schema['x-service-ref'];
    return to === undefined || to === 'media_assets' ? [] : [{ field, schema, kind: 'reference', to }];
  });
}

/** What an address narrows by field, without what the service would refuse. */
export function whereOf(search: object, collection: Collection): Record<string, string> {
  const said = readWhere(search);
  const given = fieldFilters(collection).flatMap((filter) => {
    const value = said[fieldKey(filter.field)];
    return value !== undefined && isAllowed(filter, value) ? [[filter.field, value] as const] : [];
  });
  return Object.fromEntries(given);
}

function isAllowed(filter: FieldFilter, value: string): boolean {
  if (filter.kind === 'values') return filter.values.includes(value);
  return filter.kind === 'boolean' ? value === 'true' || value === 'false' : value.length <= 200;
}
