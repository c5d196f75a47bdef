import type { Entry, Operation } from '../api/types.gen';
import { findings } from '../forms/findings';
import { resolved, type Shape } from '../forms/shape';
import { fieldsOf, picked, sameValue } from '../values/data';
import { keyField } from './idempotency';
import { inputSchemas, isRequired, versionField } from './input';

type Values = Record<string, unknown>;

/**
 * What the row has of the properties that a builtin change writes under their own names: a form that is empty there would say
 * otherwise than the row. A default says what the operation is for, and stays; of what is chosen, a value that is no choice here
 * is what the operation leads away from.
 */
export function prefilledFrom(operation: Operation, entry: Entry | undefined): Values {
  const { op, targetCollection } = operation;
  if (!entry || (op !== 'update' && op !== 'upsert') || entry.collection !== targetCollection) return {};
  const asked = Object.entries(inputSchemas(operation)).flatMap(([field, schema]) => (schema.default === undefined && schema.const === undefined ? [field] : []));
  const chosenElse = findings(entry.data, operation.input as Shape, true).flatMap(({ path, rule }) => (rule === 'choice' ? [path[0]] : []));
  const own = ['id', versionField, keyField(operation), ...chosenElse];
  return Object.fromEntries(asked.filter((field) => !own.includes(field) && entry.data[field] != null).map((field) => [field, entry.data[field]]));
}

/** What somebody has typed over what was there; undefined for what they took away. */
export function typedOver(prefilled: Values, value: Values): Values {
  const fields = fieldsOf(prefilled, value).filter((field) => !sameValue(prefilled[field], value[field]));
  return Object.fromEntries(fields.map((field) => [field, value[field]]));
}

/** What is sent of it: what was changed, and what the operation requires. What was taken away is sent as nothing, or the row would keep it. */
export function changesOf(operation: Operation, prefilled: Values, typed: Values): Values {
  const required = Object.keys(prefilled).filter((field) => isRequired(operation, field));
  const emptied = Object.keys(typed).filter((field) => typed[field] === undefined && prefilled[field] !== undefined);
  const schemas = inputSchemas(operation);
  return { ...picked(prefilled, required), ...typed, ...Object.fromEntries(emptied.map((field) => [field, nothingOf(resolved(schemas[field] as Shape, operation.input as Shape))])) };
}

/** What the property takes for nothing. A number that may not be null has none: the service says so. */
function nothingOf({ type, nullable }: Shape): unknown {
  const types = [type].flat();
  if (types.includes('null') || nullable === true) return null;
  if (types.includes('array')) return [];
  if (types.includes('object')) return {};
  return types.includes('string') ? '' : null;
}
