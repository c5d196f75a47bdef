import { isObject } from '../values/data';
import { resolved, typeOf, typesOf, type Shape, type Value } from './shape';

/** How many objects deep the constants are looked for that tell branches apart. */
const depth = 4;

/** The branch that a value was plainly meant for: one that has its type and its constants; -1 for none. */
export function branchOf(branches: readonly Shape[], value: unknown, root: Shape): number {
  if (value === undefined || value === null) return -1;
  const fitting = branches.map((branch) => score(resolved(branch, root), value, root));
  const best = Math.max(...fitting);
  return best < 0 ? -1 : fitting.indexOf(best);
}

/** How well a value fits: below zero not at all, otherwise how many constants and members it shares. */
function score(shape: Shape, value: unknown, root: Shape, level = 0): number {
  const inner = shape.oneOf && !shape.properties && level < depth ? shape.oneOf.map((branch) => score(resolved(branch, root), value, root, level + 1)) : undefined;
  if (inner) return Math.max(...inner);
  if ('const' in shape) return shape.const === value ? 1000 : -1;
  if (shape.enum && !shape.enum.includes(value)) return -1;
  const types = typesOf(shape);
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type) && !(type === 'number' && types.includes('integer'))) return -1;
  return isObject(value) ? shared(shape, value, root, 0) : 0;
}

/** How many members an object shares with a shape; below zero where a constant is another, or a needed one is missing. */
function shared(shape: Shape, value: Value, root: Shape, level: number): number {
  let sum = 0;
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    const member = resolved(property, root);
    const only = constantOf(member);
    if (!(name in value)) {
      if (only && only.value !== true && shape.required?.includes(name)) return -1;
      continue;
    }
    const each = value[name];
    if (only && only.value !== each && isTelling(only.value)) return -1;
    const inside = !only && isObject(each) && level < depth ? shared(member, each, root, level + 1) : 0;
    if (inside < 0) return -1;
    sum += only ? 1000 : 1 + inside;
  }
  return sum;
}

const isTelling = (value: unknown) => typeof value !== 'object' || value === null;

/** The only value that a schema takes, where it is written so. */
export function constantOf(shape: Shape): { value: unknown } | undefined {
  if ('const' in shape) return { value: shape.const };
  return shape.enum?.length === 1 && isTelling(shape.enum[0]) ? { value: shape.enum[0] } : undefined;
}

/** What is left of a value when another branch is chosen: members that it has too, and its constants. */
export function inBranch(value: unknown, chosen: Shape, beside: Shape, root: Shape, start: unknown = startOf(chosen, root)): unknown {
  const branch = resolved(chosen, root);
  if ('const' in branch) return branch.const;
  if (typesOf(branch)[0] !== 'object') return branchOf([branch], value, root) === 0 ? value : undefined;
  const out: Value = {};
  const begun = isObject(start) ? start : {};
  for (const [name, property] of Object.entries({ ...beside.properties, ...branch.properties })) {
    const only = constantOf(resolved(property, root));
    if (only && name in begun) out[name] = begun[name];
    else if (isObject(value) && name in value) out[name] = value[name];
    else if (name in begun) out[name] = begun[name];
  }
  return out;
}

/**
 * What a new value of a shape begins with: its defaults, and what can only have one value, also further inside. A box
 * that must be ticked is the reader's to tick, but where it tells kinds apart.
 */
export function startOf(given: Shape, root: Shape, tells: (name: string) => boolean = () => false, level = 0): unknown {
  const shape = resolved(given, root);
  if (shape.default !== undefined) return shape.default;
  const only = constantOf(shape);
  if (only) return only.value;
  if (typesOf(shape)[0] !== 'object' || level > depth) return undefined;
  const out: Value = {};
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    const value = memberStart(resolved(property, root), tells(name), shape.required?.includes(name) ?? false, (member) => startOf(member, root, undefined, level + 1));
    if (value !== undefined) out[name] = value;
  }
  return out;
}

function memberStart(member: Shape, tells: boolean, needed: boolean, start: (member: Shape) => unknown): unknown {
  if (member.default !== undefined) return member.default;
  const only = constantOf(member);
  if (only) return tells || (needed && only.value !== true) ? only.value : undefined;
  const inside = needed ? start(member) : undefined;
  return isObject(inside) && Object.keys(inside).length > 0 ? inside : undefined;
}
