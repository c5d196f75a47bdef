import { isObject } from '../values/data';
import { branchOf } from './branches';
import { isOneControl, resolved, typesOf, type Shape } from './shape';

/** Where a value is in a form: the tokens of its JSON pointer. */
export type Path = readonly (string | number)[];

/** The JSON pointer of a path: `/lines/0/sku`, `` for the whole. */
export function pointerTo(path: Path): string {
  return path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The value at a path, undefined where there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, token) => {
    if (Array.isArray(at)) return at[Number(token)] as unknown;
    return isObject(at) && Object.hasOwn(at, token) ? at[token] : undefined;
  }, value);
}

/** A value with another one at a path. */
export function withValueAt(value: unknown, [token, ...rest]: Path, next: unknown): unknown {
  if (token === undefined) return next;
  const inside = withValueAt(valueAt(value, [token]), rest, next);
  if (Array.isArray(value)) return value.with(Number(token), inside);
  return { ...(isObject(value) ? value : {}), [token]: inside };
}

/**
 * The field that shows what a pointer of the server points at: the longest beginning of it that is a field of the form.
 * A list in one control stands for its items, an object behind JSON for its members. Empty: there is none but the form.
 */
export function fieldFor(path: readonly string[], root: Shape, hidden: readonly string[] = [], value?: unknown): Path {
  if (path[0] === undefined || hidden.includes(path[0])) return [];
  const found: (string | number)[] = [];
  let shape: Shape | undefined = root;
  for (const token of path) {
    const next = below(shape, token, root, valueAt(value, found));
    if (!next) break;
    found.push(next.token);
    shape = next.shape;
  }
  return found;
}

function below(given: Shape | undefined, token: string, root: Shape, value?: unknown): { token: string | number; shape: Shape } | undefined {
  if (!given) return undefined;
  const shape = resolved(given, root);
  if (isOneControl(shape, root)) return undefined;
  if (typesOf(shape)[0] === 'array') {
    return shape.items && /^\d+$/.test(token) ? { token: Number(token), shape: shape.items } : undefined;
  }
  const own = shape.properties?.[token];
  if (own) return { token, shape: own };
  for (const branch of inOrderOf(shape.oneOf ?? [], value, root)) {
    const inside = below(branch, token, root, value);
    if (inside) return inside;
  }
  const others = shape.additionalProperties;
  return typeof others === 'object' ? { token, shape: others } : undefined;
}

/** Branches with the one first that a value is meant for: of two that have the same member, it is the other's. */
export function inOrderOf(branches: readonly Shape[], value: unknown, root: Shape): readonly Shape[] {
  const meant = branches[branchOf(branches, value, root)];
  return meant ? [meant, ...branches.filter((each) => each !== meant)] : branches;
}

/** Where a field stands in the form: the places of its tokens among their siblings. */
export function orderOf(path: Path, root: Shape): number[] {
  const places: number[] = [];
  let shape: Shape = root;
  for (const token of path) {
    const at = resolved(shape, root);
    const branches = (at.oneOf ?? []).map((branch) => resolved(branch, root));
    const names = [at, ...branches].flatMap((each) => Object.keys(each.properties ?? {}));
    places.push(typeof token === 'number' ? token : names.indexOf(token));
    shape = below(at, String(token), root)?.shape ?? {};
  }
  return places;
}
