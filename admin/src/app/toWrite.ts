import { mayCreate } from '../api/session';
import type { Collection, Me } from '../api/types.gen';
import { propertySchemas, type PropertySchema } from '../values/schema';
import { byUse } from './used';

/** The collections in which somebody may begin an entry, those that they use most first. Without a habit, articles come before records. */
export function creatable(me: Pick<Me, 'userId' | 'role'>, collections: readonly Collection[]): Collection[] {
  return byUse(me.userId, byWriting(collections.filter((each) => mayCreate(me.role, each))));
}

/** Collections in the order in which somebody who has no habit yet would begin an entry: articles with a date, other articles, what is published, records. */
export function byWriting(collections: readonly Collection[]): Collection[] {
  return collections.toSorted((a, b) => weightOf(b) - weightOf(a));
}

function weightOf(collection: Collection): number {
  const own = propertySchemas(collection);
  const all = [own, ...collection.translations.map(propertySchemas)];
  const isArticle = all.some((each) => 'title' in each) && all.some((each) => Object.values(each).some(isLong));
  const isDated = 'publishedAt' in own || 'date' in own;
  return collection.lifecycle === 'publishing' ? 1 + (isArticle ? 4 : 0) + (isDated ? 2 : 0) : 0;
}

const isLong = (schema: PropertySchema) => schema['x-mcp-hint'] === 'markdown' || schema['x-mcp-hint'] === 'richtext';
