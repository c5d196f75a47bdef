import type { Collection } from '../api/types.gen';
import { remember, remembered } from '../app/preferences';
import { mediaKind } from '../media/kinds';
import { propertySchemas } from '../values/schema';
import { tableFields } from './chosen';

/** How a list is laid out (decision 251). */
export const layouts = ['table', 'gallery', 'calendar'] as const;
export type Layout = (typeof layouts)[number];

/** The first property that names a picture, or any file: what an entry is pictured by. */
export function pictureField(collection: Collection): string | undefined {
  const schemas = propertySchemas(collection);
  const said = tableFields(collection).filter((field) => ['image', 'any'].includes(mediaKind(schemas[field]) ?? ''));
  return Object.keys(schemas).find((field) => said.includes(field));
}

/** The layouts that a collection takes: pictures need a property that has them, and every entry has a day on which it was created. */
export const layoutsOf = (collection: Collection): readonly Layout[] => layouts.filter((each) => each !== 'gallery' || pictureField(collection) !== undefined);

/** The layout that the address asks for, or the one that was used here last. */
export function layoutOf({ layout }: { layout?: string }, collection: Collection): Layout {
  const said = layout ?? remembered(keyOf(collection))['layout'];
  return layoutsOf(collection).find((each) => each === said) ?? 'table';
}

export function saveLayout(collection: Collection, layout: string): void {
  remember(keyOf(collection), { layout });
}

const keyOf = (collection: Collection) => `quartet.layout.${collection.name}`;
