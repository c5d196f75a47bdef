import type { Operation } from '../api/types.gen';
import { propertiesIn, type PropertySchema } from '../values/schema';

/** The reserved name under which an operation is given the version that its caller has seen. */
export const versionField = 'expectedVersion';

/** What an operation's input says of a property. */
export interface InputSchema extends PropertySchema {
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

export function inputSchemas({ input }: Operation): Record<string, InputSchema> {
  return propertiesIn<InputSchema>(input);
}

export function isRequired({ input }: Operation, field: string): boolean {
  return ((input['required'] as string[] | undefined) ?? []).includes(field);
}

/** Whether an operation wants the version of a row: `required`, where it may, or not at all. */
export function versionWanted(operation: Operation): 'required' | 'optional' | 'none' {
  if (!(versionField in inputSchemas(operation))) return 'none';
  return isRequired(operation, versionField) ? 'required' : 'optional';
}

/** What a new form begins with: what its schema leaves no choice about, and its defaults. */
export function initialInput(operation: Operation): Record<string, unknown> {
  const begun = Object.entries(inputSchemas(operation)).map(([field, schema]) => [field, isSettled(operation, field) ? schema.const : schema.default] as const);
  return Object.fromEntries(begun.filter(([, value]) => value !== undefined));
}

/** Fields whose value is the only one that there is: there is nothing to ask. */
export function settledFields(operation: Operation): string[] {
  return Object.keys(inputSchemas(operation)).filter((field) => isSettled(operation, field));
}

const isSettled = (operation: Operation, field: string) =>
  inputSchemas(operation)[field]?.const !== undefined && isRequired(operation, field);
