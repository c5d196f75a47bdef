import type { Collection } from '../api/types.gen';
import { propertySchemas, type PropertySchema } from '../values/schema';
import type { IconName } from './icons';

type Properties = Record<string, PropertySchema>;

/** What a collection is of, by what its entries hold; the first that fits. A name that many kinds of entries have, such as `name`, says nothing. */
const kinds: readonly [IconName, (properties: Properties, collection: Collection) => boolean][] = [
  ['language', (_, { translates }) => translates !== null],
  ['article', (properties, { lifecycle, translations }) => lifecycle === 'publishing' && (translations.length > 0 || Object.values(properties).some(isLongText))],
  ['goods', (properties) => 'price' in properties || 'sku' in properties],
  ['inbox', (properties, { lifecycle, readOnly }) => lifecycle === 'operational' && ('message' in properties || 'email' in properties || readOnly)],
  ['comment', (properties, { parent }) => parent !== null && ('text' in properties || 'body' in properties || 'comment' in properties)],
  ['person', (properties) => 'email' in properties],
  ['event', (properties) => ['startsAt', 'startAt', 'start'].some((name) => properties[name] !== undefined && isTime(properties[name]))],
  ['media', (_, { media }) => media.length > 0],
];

/** The icon of a collection, by its kind. */
export function collectionIcon(collection: Collection | undefined): IconName {
  if (!collection) return 'collection';
  const properties = propertySchemas(collection);
  return kinds.find(([, is]) => is(properties, collection))?.[0] ?? 'collection';
}

const isTime = (schema: PropertySchema) => schema['x-mcp-hint'] === 'timestamp-ms' || schema.format === 'date-time' || schema.format === 'date';

const isLongText = (schema: PropertySchema) => schema['x-mcp-hint'] === 'markdown' || schema['x-mcp-hint'] === 'richtext';
