import type { Collection } from '../api/types.gen';
import { propertySchemas } from '../values/schema';

/** A field that entries may be given another value in. */
export interface Settable {
  field: string;
  /** Of several entries each has a value of its own there, so that they cannot all be given one. */
  unique: boolean;
}

/** The fields that so many entries may be given a value in, those that only one may at the end. What the service fills is not among them. */
export function settableFields(collection: Collection, several: boolean): Settable[] {
  const alone = [...collection.keys, ...(collection.translates ? ['locale'] : [])];
  const all = Object.entries(propertySchemas(collection))
    .filter(([, schema]) => !('x-service-bind' in schema))
    .map(([field]) => ({ field, unique: several && alone.includes(field) }));
  return [...all.filter(({ unique }) => !unique), ...all.filter(({ unique }) => unique)];
}

/** Whether a field may be left without a value. */
export const mayBeEmpty = ({ schema }: Collection, field: string): boolean => !((schema['required'] as string[] | undefined) ?? []).includes(field);
