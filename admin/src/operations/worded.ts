import type { Collection, Operation } from '../api/types.gen';
import { propertySchemas } from '../values/schema';
import { inputSchemas } from './input';

const writing = ['create', 'update', 'upsert'];

/**
 * An operation in the words of its collection: what a builtin writes into a property is called as the property is, and
 * described as it is, where the input says nothing of its own.
 */
export function worded(operation: Operation, collection: Collection | undefined): Operation {
  if (!collection || collection.name !== operation.targetCollection || !writing.includes(operation.op ?? '')) return operation;
  const declared: Record<string, object | undefined> = propertySchemas(collection);
  const properties = Object.entries(inputSchemas(operation)).map(([field, schema]) => [field, { ...wordsIn(declared[field]), ...schema }]);
  return { ...operation, input: { ...operation.input, properties: Object.fromEntries(properties) as object } };
}

function wordsIn(schema: { title?: unknown; description?: unknown } = {}): object {
  const { title, description } = schema;
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
}
