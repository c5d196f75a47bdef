/** The form of an operation as its address has it: `run`, and the row that it was opened for. `q` searches the list. */
export interface OperationSearch {
  run?: string;
  collection?: string;
  entry?: string;
  q?: string;
}

export function readOperationSearch(search: Record<string, unknown>): OperationSearch {
  const [run, collection, entry, q] = ['run', 'collection', 'entry', 'q'].map((key) => word(search[key]));
  return { ...(run && { run }), ...(run && collection && entry && { collection, entry }), ...(!run && q && { q }) };
}

/** The router reads `7` in an address as a number. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
