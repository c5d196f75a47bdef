import type { Collection, Text } from '../api/types.gen';
import { resolved, type Shape } from '../forms/shape';
import type { Speech } from '../i18n/text';
import { wordsOf } from './names';

/** The part of a JSON Schema that says how a value looks. */
export interface PropertySchema {
  type?: string | string[];
  title?: Text;
  format?: string;
  enum?: unknown[];
  'x-mcp-hint'?: string;
  'x-service-ref'?: string;
  'x-service-bind'?: string;
  properties?: Record<string, PropertySchema>;
  items?: PropertySchema;
}

/** Whether a property holds the id of a user, which the service has put there. */
export function isUserStamp(schema: { 'x-service-bind'?: string; 'x-service-ref'?: string } | undefined): boolean {
  return ['ctx.user', 'ctx.staff'].includes(schema?.['x-service-bind'] ?? '') && schema?.['x-service-ref'] === undefined;
}

/** What an object schema says of its properties, in their order: beside them, and behind that where a `$ref` leads. */
export function propertiesIn<T = PropertySchema>(schema: Record<string, unknown> | null | undefined): Record<string, T> {
  const root = (schema ?? {}) as Shape;
  return Object.fromEntries(Object.entries(root.properties ?? {}).map(([name, each]) => [name, resolved(each, root) as T]));
}

/** The schemas of a collection's properties, in their order. */
export function propertySchemas(collection: Collection | undefined): Record<string, PropertySchema> {
  return propertiesIn(collection?.schema);
}

/** The schema of a collection's property. */
export function propertySchema(collection: Collection, field: string): PropertySchema | undefined {
  return propertySchemas(collection)[field];
}

/** What a property is called, wherever it is shown: by its title, or its name as words. */
export function fieldName({ text }: Speech, schema: PropertySchema | undefined, name: string): string {
  return text(schema?.title, wordsOf(name));
}

/** What a collection's property is called. */
export function fieldTitle(speech: Speech, collection: Collection, field: string): string {
  return fieldName(speech, propertySchema(collection, field), field);
}
