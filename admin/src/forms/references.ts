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
  const found: Named[] = [];
  eachValue(schema, data, (shape, value, path) => {
    const collection = mediaKind(shape) ? undefined : collections.find(({ name }) => name === shape['x-service-ref']);
    const property = path.findLast((token) => typeof token === 'string') ?? '';
    const isOne = collection !== undefined && isKey(value);
    if (isOne) found.push({ path, target: targetOf(collection, property), value });
    return isOne;
  });
  return found.slice(0, most);
}

/** Goes through the values of an entry in the order of its fields, without those of what has several forms. What `take` answers true for is not looked into. */
export function eachValue(root: Shape, data: unknown, take: (shape: Shape, value: unknown, path: Path) => boolean): void {
  const walk = (given: Shape, value: unknown, path: Path) => {
    const shape = resolved(given, root);
    if (take(shape, value, path)) return;
    if (Array.isArray(value) && shape.items) value.forEach((each, i) => walk(shape.items ?? {}, each, [...path, i]));
    else if (isObject(value)) Object.entries(shape.properties ?? {}).forEach(([name, each]) => walk(each, value[name], [...path, name]));
  };
  walk(root, data, []);
}

const isKey = (value: unknown): value is string | number => (typeof value === 'string' && value !== '') || typeof value === 'number';
