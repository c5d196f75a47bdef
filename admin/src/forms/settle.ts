import { isObject } from '../values/data';
import { inOrderOf } from './pointer';
import { resolved, typesOf, type Shape, type Value } from './shape';

/**
 * What a change of the form means for its value. An emptied field removes its property. An object or a list with nothing
 * in it is absent too, but where it was there before, and where only an empty one will do.
 */
export function settled(after: Value, before: Value, root: Shape, partial = false): Value {
  return settledObject(after, before, root, { root, partial });
}

interface Rules {
  root: Shape;
  partial: boolean;
}

function settledObject(after: Value, before: unknown, given: Shape, rules: Rules): Value {
  const shape = resolved(given, rules.root);
  const out: Value = {};
  for (const [name, value] of Object.entries(after)) {
    const old = isObject(before) ? before[name] : undefined;
    const property = propertyOf(shape, name, after, rules.root);
    const next = settledValue(value, old, property, rules);
    const needed = !rules.partial && (shape.required?.includes(name) ?? false);
    if (next !== undefined && !(isEmpty(next) && !isEmpty(old) && !(needed && mayBeEmpty(property, rules.root)))) out[name] = next;
  }
  return out;
}

function settledValue(after: unknown, before: unknown, shape: Shape, rules: Rules): unknown {
  if (after === before) return after;
  if (isObject(after)) return settledObject(after, before, shape, rules);
  if (!Array.isArray(after)) return after;
  const items = shape.items ? resolved(shape.items, rules.root) : {};
  // An item cannot be absent: what is emptied stays in its place.
  const gap = typesOf(items)[0] === 'string' ? '' : null;
  return after.map((each: unknown, i) => {
    const old: unknown = Array.isArray(before) ? before[i] : undefined;
    return settledValue(each, old, items, rules) ?? gap;
  });
}

function propertyOf(shape: Shape, name: string, value: Value, root: Shape): Shape {
  const branches = inOrderOf(shape.oneOf ?? [], value, root).map((branch) => resolved(branch, root));
  const own = [shape, ...branches].map((each) => each.properties?.[name]).find((each) => each !== undefined);
  return resolved(own ?? {}, root);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

function mayBeEmpty(given: Shape, root: Shape): boolean {
  const shape = resolved(given, root);
  return (shape.required ?? []).length === 0 && (shape.minItems ?? 0) === 0 && !shape.oneOf;
}
