import { isObject } from '../values/data';
import { resolved, typeOf, typesOf, type Shape, type Value } from './shape';

/** The branch that a value was plainly meant for: one that has its type and its constants; -1 for none. */
export function branchOf(branches: readonly Shape[], value: unknown, root: Shape): number {
  if (value === undefined || value === null) return -1;
  const fitting = branches.map((branch) => score(resolved(branch, root), value, root));
  const best = Math.max(...fitting);
  return best < 0 ? -1 : fitting.indexOf(best);
}

/** How well a value fits: below zero not at all, otherwise how many constants and members it shares. */
function score(shape: Shape, value: unknown, root: Shape): number {
  if ('const' in shape) return shape.const === value ? 1000 : -1;
  if (shape.enum && !shape.enum.includes(value)) return -1;
  const types = typesOf(shape);
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type) && !(type === 'number' && types.includes('integer'))) return -1;
  if (!isObject(value)) return 0;
  let sum = 0;
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    const member = resolved(property, root);
    if (!(name in value)) continue;
    if ('const' in member && member.const !== value[name]) return -1;
    sum += 'const' in member ? 1000 : 1;
  }
  return sum;
}

/** What is left of a value when another branch is chosen: members that it has too, and its constants. */
export function inBranch(value: unknown, chosen: Shape, shared: Shape, root: Shape): unknown {
  const branch = resolved(chosen, root);
  if ('const' in branch) return branch.const;
  if (typesOf(branch)[0] !== 'object') return branchOf([branch], value, root) === 0 ? value : undefined;
  const out: Value = {};
  for (const [name, property] of Object.entries({ ...shared.properties, ...branch.properties })) {
    const member = resolved(property, root);
    if ('const' in member) out[name] = member.const;
    else if (isObject(value) && name in value) out[name] = value[name];
  }
  return out;
}
