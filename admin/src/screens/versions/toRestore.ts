import { fieldsOf, sameValue, type Data } from '../../values/data';

/** The properties that a restoration would change. */
export function toRestore(now: Data, past: Data): string[] {
  return fieldsOf(now, past).filter((field) => !sameValue(now[field], past[field]));
}
