import { ApiFailure } from '../api/failure';
import type { Operation } from '../api/types.gen';
import { inputSchemas, type InputSchema } from './input';

const hint = 'idempotency-key';

/** The key of one intention to run an operation. It is the same at every try of it. */
export interface Key {
  value: string;
  /** The input of a try that the service refused. What differs from it is another intention. */
  refused?: string;
  /** A try had no answer: it may have been done, whatever came of later ones. */
  unsure?: true;
}

/** The field that takes the key, where a generated one fits what its schema asks for. */
export function keyField(operation: Operation): string | undefined {
  const [field] = Object.entries(inputSchemas(operation)).find(([, schema]) => schema['x-mcp-hint'] === hint && makeKey(schema)) ?? [];
  return field;
}

/** A key that the schema takes: a UUID, or its digits alone. Undefined where neither fits. */
export function makeKey(schema: InputSchema): string | undefined {
  const uuid = crypto.randomUUID();
  return [uuid, uuid.replaceAll('-', '')].find((each) => fits(each, schema));
}

function fits(text: string, { type, format, pattern, enum: values, const: only, minLength = 0, maxLength = Infinity }: InputSchema): boolean {
  const types = Array.isArray(type) ? type : [type ?? 'string'];
  if (!types.includes('string') || values || only !== undefined || text.length < minLength || text.length > maxLength) return false;
  if (format !== undefined && (format !== 'uuid' || !text.includes('-'))) return false;
  return pattern === undefined || matches(text, pattern);
}

/** Patterns are those of the service, some of which a browser does not read. */
function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

/** The key for the next try with this input. */
export function keyFor(key: Key | undefined, input: object, schema: InputSchema): Key | undefined {
  if (key && (key.refused === undefined || key.refused === JSON.stringify(input))) return key;
  const value = makeKey(schema);
  return value === undefined ? undefined : { value };
}

/**
 * The key after a try that failed. A refusal did nothing, so that a changed input is a new intention; where there was
 * no answer, or the service itself failed, what was asked may have been done, and only the same key says so.
 */
export function keyAfter(key: Key, input: object, error: unknown): Key {
  if (key.unsure || !wasRefused(error)) return { value: key.value, unsure: true };
  return { ...key, refused: JSON.stringify(input) };
}

/** Whether the service has said that it did nothing. */
export function wasRefused(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'refused' && error.status < 500;
}
