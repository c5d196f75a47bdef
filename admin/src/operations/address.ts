import { textsIn } from '../app/address';

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
