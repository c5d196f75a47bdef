import type { Operation } from '../../api/types.gen';

export interface OfferedOperation {
  operation: Operation;
  /** Whether one of its inputs is filled from a row of the collection. */
  takesRow: boolean;
}

/** The operations that take a row of a collection, and those that belong to its list. */
export function operationsFor(operations: readonly Operation[], collection: string): OfferedOperation[] {
  return operations
    .map((operation) => ({ operation, takesRow: operation.rowBindings.some((binding) => binding.collection === collection) }))
    .filter(({ operation, takesRow }) => takesRow || operation.uiSchema?.['collectionAction'] === collection);
}
