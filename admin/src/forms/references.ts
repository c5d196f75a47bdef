import { targetOf, type Target } from '../api/references';
import type { Collection } from '../api/types.gen';
import { mediaKind } from '../media/kinds';
import { isObject } from '../values/data';
import type { Path } from './pointer';
import { resolved, type Shape } from './shape';

/** A value that names an entry of another collection. */
export interface Named {
  path: Path;
  target: Target;
  value: string | number;
}

/** How many are looked at: more than a form is filled with by hand. */
const most = 50;

/** The references of an entry, in the order of its fields; of what has several forms, none. */
export function referencesIn({ schema }: Pick<Collection, 'schema'>, data: Record<string, unknown>, collections: readonly Collection[]): Named[] {
  const root = schema as Shape;
  const found: Named[] = [];
  const walk = (given: Shape, value: unknown, path: Path) => {
    const shape = resolved(given, root);
    const collection = mediaKind(shape) ? undefined : collections.find(({ name }) => name === shape['x-service-ref']);
    const property = path.findLast((token) => typeof token === 'string') ?? '';
    if (collection && isKey(value)) found.push({ path, target: targetOf(collection, property), value });
    else if (Array.isArray(value) && shape.items) value.forEach((each, i) => walk(shape.items ?? {}, each, [...path, i]));
    else if (isObject(value)) Object.entries(shape.properties ?? {}).forEach(([name, each]) => walk(each, value[name], [...path, name]));
  };
  walk(root, data, []);
  return found.slice(0, most);
}

const isKey = (value: unknown): value is string | number => (typeof value === 'string' && value !== '') || typeof value === 'number';
