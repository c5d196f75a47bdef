import type { BulkWish } from '../api/bulk';
import type { Collection } from '../api/types.gen';
import { isScalar, resolved, typesOf, type Shape } from '../forms/shape';

/** What becomes of the values that are in a list already: they stay, some go, or all make room (decision 369). */
export const listChanges = ['add', 'remove', 'replace'] as const;
export type ListChange = (typeof listChanges)[number];

/** What is said of a property, behind a reference. */
function shapeIn({ schema }: Pick<Collection, 'schema'>, field: string): Shape {
  const root = schema as Shape;
  return resolved(root.properties?.[field] ?? {}, root);
}

/** Whether single values of a field can be added and removed: whether its schema says that it is a list of scalars. What a form would make of it counts for nothing here. */
export function isValueList(collection: Pick<Collection, 'schema'>, field: string): boolean {
  const { items, type, ...shape } = shapeIn(collection, field);
  return items !== undefined && type !== undefined && typesOf({ ...shape, items, type }).join() === 'array' && isScalar(resolved(items, collection.schema));
}

/**
 * The schema of a form in which the values are named that come or go. How many a whole list may have says nothing of them,
 * and what is to go may be in a form that the list takes no more.
 */
export function schemaOfValues({ schema }: Pick<Collection, 'schema'>, field: string, change: ListChange): Collection['schema'] {
  if (change === 'replace') return schema;
  const root = schema as Shape;
  const list: Shape = { ...shapeIn({ schema }, field) };
  delete list.minItems;
  delete list.maxItems;
  if (change === 'remove' && list.items) {
    list.items = { ...resolved(list.items, root) };
    delete list.items.pattern;
  }
  return { ...schema, properties: { ...root.properties, [field]: list } };
}

/** The values that a list in a form has; an item that nobody has filled in is none. */
export const valuesOf = (list: unknown): unknown[] => (Array.isArray(list) ? list.filter((each) => each !== null && each !== undefined && each !== '') : []);

/** What a field is set to. Without a value it is emptied. */
export function setWish(field: string, change: ListChange, value: unknown): BulkWish {
  if (change !== 'replace') return { action: 'set', field, [change]: valuesOf(value) };
  return { action: 'set', field, ...(value === undefined ? {} : { value }) };
}

/** What was done, as it is told: a set may have added values to lists, or removed some. */
export function deedOf({ action, add, remove }: BulkWish): BulkWish['action'] | 'add' | 'remove' {
  if (add) return 'add';
  return remove ? 'remove' : action;
}
