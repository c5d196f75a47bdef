import { localText } from '../../../forms/moments';
import type { Collection } from '../../../api/types.gen';
import { propertySchema, type PropertySchema } from '../../../values/schema';
import { requiredOf } from '../completeness';

/** The property that says when an entry came out (decision 297). */
const date = 'publishedAt';

/** Of the fields that are asked before a publish, the one that can be left: it is the moment of publication then. */
export const dateAmong = (collection: Collection, asked: readonly string[]): string | undefined => (asked.includes(date) && dated(propertySchema(collection, date), 0) !== undefined ? date : undefined);

/** What the sheet that publishes an article fills where it is left (decision 297). */
export function filledBySheet(collection: Collection): readonly string[] {
  const left = collection.translations.length > 0 ? dateAmong(collection, requiredOf(collection)) : undefined;
  return left === undefined ? [] : [left];
}

/** That moment, as the property keeps it. */
export const dateAt = (collection: Collection, time: number): unknown => dated(propertySchema(collection, date), time);

function dated(schema: PropertySchema | undefined, time: number): unknown {
  if (schema?.['x-mcp-hint'] === 'timestamp-ms') return time;
  if (schema?.format === 'date-time') return new Date(time).toISOString();
  return schema?.format === 'date' ? localText(time).slice(0, 10) : undefined;
}
