import type { Entry, Operation } from '../api/types.gen';
import { without } from '../values/data';
import { inputSchemas, versionField, versionWanted } from './input';
import { leadOf, targetOf, type Subject } from './subject';

/** The version to send: that of the row which the operation writes, where it takes one. */
export function versionOf(operation: Operation, subject: Subject | undefined, entry: Entry | undefined): number | undefined {
  const target = targetOf(operation);
  if (versionWanted(operation) === 'none' || !entry || !target) return undefined;
  return target.collection === subject?.collection ? entry.version : undefined;
}

/** What is sent, but for the idempotency key: what was typed, what rows fill in, and the version that was seen. */
export function requestOf(typed: Record<string, unknown>, filled: Record<string, unknown>, version: number | undefined): Record<string, unknown> {
  return { ...without(typed, [versionField]), ...filled, ...(version === undefined ? {} : { [versionField]: version }) };
}

/**
 * The input as a form without a row asks for it. What would name a row is a plain field, since no row has its value yet;
 * an id is not asked for, since the service makes it.
 */
export function schemaWithoutRow(operation: Operation): { schema: Record<string, unknown>; hidden: string[] } {
  const binding = leadOf(operation)?.bindings[0];
  const schema = binding && inputSchemas(operation)[binding.inputField];
  if (!schema || versionWanted(operation) === 'none') return { schema: operation.input, hidden: [] };
  if (binding.rowField === 'id') return { schema: operation.input, hidden: [binding.inputField] };
  const plain = without({ ...schema }, ['x-service-ref']);
  return { schema: { ...operation.input, properties: { ...inputSchemas(operation), [binding.inputField]: plain } }, hidden: [] };
}
