import { findCollection, withTranslations } from '../api/session';
import type { Collection, Object, View } from '../api/types.gen';
import { statuses } from '../api/words';
import { isLong, without } from '../values/data';
import { propertiesIn, propertySchemas, type PropertySchema } from '../values/schema';

/** The columns of a report: those of its uiSchema, else what it selects, else every key that a row has. */
export function fieldsOf(view: View, rows: readonly Object[]): string[] {
  if (view.list && view.list.columns.length > 0) return view.list.columns;
  return view.fields ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

const reserved: Record<string, PropertySchema> = {
  id: { type: 'string' },
  status: { type: 'string', enum: [...statuses] },
  version: { type: 'integer' },
  createdAt: { type: 'integer', 'x-mcp-hint': 'timestamp-ms' },
  updatedAt: { type: 'integer', 'x-mcp-hint': 'timestamp-ms' },
  authorId: { type: 'string' },
};

/**
 * What is known of a column. Rows of a collection have its properties. A statement may call anything anything: what the View
 * declares of it holds, and beside that its name says only what every collection that has it says alike, and never that a
 * number is money.
 */
export function fieldSchema(field: string, view: View, collections: Collection[]): PropertySchema | undefined {
  if (view.collection === null) {
    const [declared, alike] = [propertiesIn(view.rows)[field], agreed(field, collections)];
    return declared ? { ...alike, ...declared } : alike;
  }
  const properties = propertySchemas(findCollection(collections, view.collection));
  return properties[field] ?? reserved[field];
}

function agreed(field: string, collections: Collection[]): PropertySchema | undefined {
  const all = withTranslations(collections).flatMap((each) => propertySchemas(each)[field] ?? []);
  const [first, ...others] = all.length > 0 ? all : reserved[field] ? [reserved[field]] : [];
  const shape = JSON.stringify(first && meaning(first));
  if (!first || first['x-mcp-hint'] === 'money-minor') return undefined;
  if (!others.every((each) => JSON.stringify(meaning(each)) === shape)) return undefined;
  // Where some hold the key of an entry and others are that entry, the column is of keys, and no reference.
  const refers = others.every((each) => each['x-service-ref'] === first['x-service-ref']);
  return refers ? first : without({ ...first }, ['x-service-ref']);
}

const meaning = (schema: PropertySchema) => [schema.type, schema.format, schema['x-mcp-hint'], schema.enum];

/** What is taken of a column of times that nothing declares. */
const undeclaredTime: PropertySchema = { type: 'integer', 'x-mcp-hint': 'timestamp-ms' };

/**
 * What is known of a column with these rows. Where nothing declares it, it is of times if it is called as stamps are and holds
 * nothing but numbers of 13 digits: a name alone is no promise, and a number alone may be an id.
 */
export function columnSchema(field: string, view: View, collections: Collection[], rows: readonly Object[]): PropertySchema | undefined {
  return fieldSchema(field, view, collections) ?? (/(At|_at)$/.test(field) && areMoments(rows.map((row) => row[field])) ? undeclaredTime : undefined);
}

function areMoments(values: readonly unknown[]): boolean {
  const there = values.filter((value) => value !== null && value !== undefined);
  return there.length > 0 && there.every(isLong);
}

/** What a row is called: by the field of titles of its collection, else by its first text that is no id, or number that is no time. */
export function rowName(view: View, row: Object, fields: readonly string[], collections: Collection[]): string {
  const primary = view.collection === null ? undefined : findCollection(collections, view.collection)?.list.primaryField;
  const named = [...(primary ? [primary] : []), ...fields.filter((field) => field !== 'id' && !fieldSchema(field, view, collections)?.['x-service-ref'])];
  const values = named.map((field) => row[field]);
  const texts = values.filter((value): value is string => typeof value === 'string' && value !== '');
  const numbers = values.filter((value): value is number => typeof value === 'number' && !isLong(value));
  return String([...texts, ...numbers][0] ?? '');
}

/** The entry that a row is, where it says so. */
export function entryIdOf(view: View, row: Object): string | undefined {
  const id = row['id'];
  return view.collection !== null && typeof id === 'string' ? id : undefined;
}

/** Numbers stand at the right, so that they can be compared. */
export function isNumeric(field: string, schema: PropertySchema | undefined, rows: readonly Object[]): boolean {
  if (schema?.type === 'integer' || schema?.type === 'number') return true;
  const values = rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every((value) => typeof value === 'number');
}
