import type { Entry, Operation, RowBinding } from '../api/types.gen';
import { inputSchemas, isRequired, versionWanted } from './input';

/** The row that an operation is about: of which collection, and which fields it fills. The first leads to the row (decision 93). */
export interface Subject {
  collection: string;
  bindings: [RowBinding, ...RowBinding[]];
}

/**
 * The collections whose rows fill fields of the operation. Beside its row bindings, the `id` of an operation with a
 * target is the id of a row of that target.
 */
export function subjectsOf(operation: Operation): Subject[] {
  const subjects: Subject[] = [];
  for (const binding of [...operation.rowBindings.map((each) => ofTarget(operation, each)), ...targetBinding(operation)]) {
    const own = subjects.find((each) => each.collection === binding.collection);
    if (!own) subjects.push({ collection: binding.collection, bindings: [binding] });
    // A second field with the same value (from whom, to whom) is another row's, and is asked for in the form.
    else if (!own.bindings.some((each) => each.rowField === binding.rowField)) own.bindings.push(binding);
  }
  return subjects;
}

/** What a builtin changes is found by the id of the row, whatever a reference of that name would hold elsewhere (decision 276). */
function ofTarget({ targetCollection, op }: Operation, binding: RowBinding): RowBinding {
  if (binding.inputField !== 'id' || targetCollection === null || op === 'create') return binding;
  return { collection: targetCollection, inputField: 'id', rowField: 'id' };
}

function targetBinding(operation: Operation): RowBinding[] {
  const collection = writtenBy(operation);
  const bound = operation.rowBindings.some((each) => each.inputField === 'id');
  if (collection === undefined || bound || inputSchemas(operation)['id']?.type !== 'string') return [];
  return [{ collection, inputField: 'id', rowField: 'id' }];
}

/**
 * The collection whose row an operation writes: that of a builtin or, where a handler takes the version of a row, the one
 * whose list has the operation.
 */
function writtenBy(operation: Operation): string | undefined {
  if (operation.targetCollection !== null) return operation.targetCollection;
  return versionWanted(operation) === 'none' ? undefined : actionOf(operation);
}

const actionOf = ({ uiSchema }: Operation) => uiSchema?.['collectionAction'] as string | undefined;

/** The subject whose row the operation writes, which is the one whose version counts. */
export function targetOf(operation: Operation): Subject | undefined {
  const subjects = subjectsOf(operation);
  if (operation.targetCollection === null) return subjects[0];
  return subjects.find((each) => each.collection === operation.targetCollection);
}

/** The subject that a form asks for first. */
export function leadOf(operation: Operation): Subject | undefined {
  return targetOf(operation) ?? subjectsOf(operation)[0];
}

/** Whether an operation can be run on a row of a collection. */
export function takesRowOf(collection: string, operation: Operation): boolean {
  return subjectsOf(operation).some((subject) => subject.collection === collection);
}

/** The operations that can be run on a row of a collection. */
export function operationsOn(collection: string, operations: readonly Operation[]): Operation[] {
  return operations.filter((each) => takesRowOf(collection, each));
}

/** Those, and the ones that belong to the list of the collection: what its entry offers. */
export function operationsOf(collection: string, operations: readonly Operation[]): Operation[] {
  return operations.filter((each) => takesRowOf(collection, each) || actionOf(each) === collection);
}

/** What the row fills in. A field that the row has no value for is left to the form. */
export function filledFrom({ bindings }: Subject, entry: Entry): Record<string, unknown> {
  const filled = bindings.map(({ inputField, rowField }) => [inputField, valueIn(entry, rowField)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined && value !== null));
}

function valueIn(entry: Entry, field: string): unknown {
  return field === 'id' ? entry.id : entry.data[field];
}

/** Whether the operation makes sense without a row: where it makes what is not there yet, or does not need one. */
export function mayGoWithout(operation: Operation, { bindings }: Subject): boolean {
  const version = versionWanted(operation);
  return version !== 'required' && (version === 'optional' || !isRequired(operation, bindings[0].inputField));
}

/** Under which collection an operation is listed. */
export function homeOf(operation: Operation): string | undefined {
  return operation.targetCollection ?? operation.rowBindings[0]?.collection ?? actionOf(operation);
}
