import type { Change } from '../../api/types.gen';
import { fieldsOf, sameValue, type Data } from '../../values/data';

/** A property that a change changed. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

export function fieldChanges({ before, after }: Change): FieldChange[] {
  const was = before?.data ?? {};
  const is = after?.data ?? {};
  return fieldsOf(was, is).map((field) => ({ field, before: was[field], after: is[field] }));
}

/** How many bytes a value had that an older release found too long to keep; undefined for one that is kept. */
export function omitted(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const bytes = (value as Data)['$omitted'];
  return typeof bytes === 'number' && Object.keys(value).length === 1 ? bytes : undefined;
}

/** Data as it was, and the properties whose value from then an older release did not keep. */
export interface Past {
  data: Data;
  lost: string[];
}

/** What data was before some changes, the newest of them first; null when what one of them changed is no longer kept. */
export function before(data: Data, undone: readonly Change[]): Past | null {
  if (undone.some(({ pruned }) => pruned)) return null;
  const past = { ...data };
  const lost = new Set<string>();
  for (const change of undone) {
    for (const { field, before } of fieldChanges(change)) {
      if (omitted(before) === undefined) lost.delete(field);
      else lost.add(field);
      past[field] = before;
    }
  }
  for (const field of lost) past[field] = data[field];
  return { data: past, lost: [...lost] };
}

/** The values to put back: what differs from now, undefined for what was not there. */
export function toRestore(now: Data, past: Data): Data {
  return Object.fromEntries(fieldsOf(now, past).filter((field) => !sameValue(now[field], past[field])).map((field) => [field, past[field]]));
}
