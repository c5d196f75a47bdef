import { isObject } from '../values/data';
import { resolved, type Shape, type Value } from './shape';

/** What a new value of a schema begins with: its defaults, and what can only have one value. */
export function startingValue(schema: Record<string, unknown>): Value {
  const root = schema as Shape;
  return isObject(root.default) ? root.default : objectStart(root, root);
}

function objectStart(shape: Shape, root: Shape): Value {
  const out: Value = {};
  for (const [name, given] of Object.entries(shape.properties ?? {})) {
    const property = resolved(given, root);
    if (property.default !== undefined) out[name] = property.default;
    // The only value that a box can have is still the reader's to give.
    else if ('const' in property && property.const !== true && shape.required?.includes(name)) out[name] = property.const;
  }
  return out;
}
