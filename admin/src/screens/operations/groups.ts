import type { Operation } from '../../api/types.gen';
import { homeOf } from '../../operations/subject';

/** Operations that belong to one collection, or to none. */
export interface OperationGroup {
  collection: string | undefined;
  operations: Operation[];
}

/** Groups operations by collection, in the order of the collections; those of none come last. */
export function groupsOf(operations: readonly Operation[], collections: readonly string[]): OperationGroup[] {
  const homes = [...new Set(operations.map(homeOf))].sort((a, b) => placeOf(a, collections) - placeOf(b, collections));
  return homes.map((collection) => ({ collection, operations: operations.filter((each) => homeOf(each) === collection) }));
}

function placeOf(home: string | undefined, collections: readonly string[]): number {
  if (home === undefined) return Infinity;
  const place = collections.indexOf(home);
  return place < 0 ? collections.length : place;
}

/** Whether an operation is found by a term: every word of it is somewhere in its texts. */
export function isFound(term: string, texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase();
  return term.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}
