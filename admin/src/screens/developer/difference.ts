import { isObject } from '../../values/data';

/** A property that a change touched. A side is undefined where there was nothing. */
export interface Difference {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

/** What an audit line says was changed, property by property; those of an entry lie in its data. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [was, is] = [flat(before), flat(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: shown(was.get(field)), after: shown(is.get(field)) }))
    .filter((each) => each.before !== each.after);
}

/** The values of an object, those of objects in it under a path. */
function flat(value: unknown, above = ''): Map<string, unknown> {
  if (!isObject(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([name, each]): Array<[string, unknown]> => (isObject(each) ? [...flat(each, `${above}${name}.`)] : [[above + name, each]])),
  );
}

/** Texts as they are, everything else as JSON. */
function shown(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
