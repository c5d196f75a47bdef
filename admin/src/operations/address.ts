import type { Operation } from '../api/types.gen';
import { textsIn } from '../app/address';
import { takesRowOf } from './subject';

/** The form of an operation as its address has it: `run`, and the row that it was opened for. `q` searches the list. */
export interface OperationSearch {
  run?: string;
  collection?: string;
  entry?: string;
  q?: string;
}

export function readOperationSearch(search: Record<string, unknown>): OperationSearch {
  const { run, collection, entry, q } = textsIn(search, ['run', 'collection', 'entry', 'q']);
  return { ...(run && { run }), ...(run && collection && entry && { collection, entry }), ...(!run && q && { q }) };
}

/** The form of an operation from an entry: opened for it, where the operation takes a row of its collection. */
export function openedFrom(operation: Operation, { collection, id }: { collection: string; id: string }): OperationSearch {
  return { run: operation.name, ...(takesRowOf(collection, operation) ? { collection, entry: id } : {}) };
}
