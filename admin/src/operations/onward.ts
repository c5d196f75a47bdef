import { isEntry, isRemoval } from './output';

/** An entry, by where it is found. */
export interface Place {
  collection: string;
  id: string;
}

/** The entry to go on with after a run: the one that it ran on, else the one that it made. Undefined where that is deleted, or there is none. */
export function onwardFrom(output: unknown, ranOn: Place | undefined): Place | undefined {
  if (isRemoval(output) && output.removed) return undefined;
  return ranOn ?? (isEntry(output) ? { collection: output.collection, id: output.id } : undefined);
}
