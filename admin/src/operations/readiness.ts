import type { Operation } from '../api/types.gen';
import { versionWanted } from './input';
import { leadOf, mayGoWithout, targetOf } from './subject';

/** How far a row is: not chosen, on its way, there with its version, changed since by somebody else, not there any more. */
export type RowState = 'none' | 'loading' | 'there' | 'moved' | 'gone';

/** Why an operation cannot be run as the form stands. */
export type Hindrance = 'running' | 'loading' | 'moved' | 'gone' | 'choose' | 'noTarget';

/**
 * What keeps Run disabled, or null. An operation that takes a version waits for the row whose version it is; one that
 * requires it, and has no way to a row, cannot be run from here at all.
 */
export function hindranceOf(operation: Operation, row: RowState, running: boolean): Hindrance | null {
  const lead = leadOf(operation);
  if (running) return 'running';
  if (versionWanted(operation) === 'required' && !targetOf(operation)) return 'noTarget';
  if (row === 'loading' || row === 'moved' || row === 'gone') return row;
  if (row === 'none' && lead && !mayGoWithout(operation, lead)) return 'choose';
  return null;
}
