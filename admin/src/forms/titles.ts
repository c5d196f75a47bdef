import { wordsOf } from '../values/names';
import type { Path } from './pointer';
import { resolved, type Shape } from './shape';

/** What the fields on the way to a path are called; an item is called by its number. */
export function titlesTo(path: Path, schema: Shape, item: (number: number) => string): string[] {
  const out: string[] = [];
  let shape: Shape = schema;
  for (const token of path) {
    const next = step(resolved(shape, schema), token, schema);
    out.push(typeof token === 'number' ? item(token + 1) : typeof next.title === 'string' && next.title ? next.title : wordsOf(token));
    shape = next;
  }
  return out;
}

function step(shape: Shape, token: string | number, root: Shape): Shape {
  if (typeof token === 'number') return shape.items ?? {};
  const branches = (shape.oneOf ?? []).map((branch) => resolved(branch, root));
  return [shape, ...branches].map((each) => each.properties?.[token]).find((each) => each !== undefined) ?? {};
}
