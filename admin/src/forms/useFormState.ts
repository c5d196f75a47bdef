import { useMemo } from 'react';

import type { Diagnostic } from '../api/diagnostic.gen';
import type { FormProps } from './Form';
import type { Fault, Frame } from './frame';
import type { Shape, Value } from './shape';
import { useFaults } from './useFaults';
import { useUnread } from './useUnread';

/** A form apart from where its fields stand. */
export interface FormState {
  frame: Frame;
  value: Value;
  change: (value: Value) => void;
  faults: readonly Fault[];
  /** Whether somebody was just told that something is wrong, so that all of it is listed above the fields. */
  answered: boolean;
  uiSchema: Record<string, unknown> | null;
  hidden: readonly string[];
}

const none: readonly never[] = [];
const noDiagnostics: readonly Diagnostic[] = none;

/** What is known of a form. Its fields are shown by `Fields`, all in one place or each in its own. */
export function useFormState(props: FormProps): FormState {
  const { uiSchema, value, change, diagnostics = noDiagnostics, tried, locked = none, hidden = none, partial = false, idPrefix = 'form' } = props;
  const root = props.schema as Shape;
  const readOnly = props.readOnly ?? root.readOnly ?? false;
  const watched = useFaults({ root, value, diagnostics, hidden, locked, partial, complete: tried === 'publish' });
  const unread = useUnread(idPrefix, props.unread);
  const faults = useMemo(() => {
    const own = new Set(unread.faults.map(({ at }) => at));
    return [...unread.faults, ...watched.faults.filter(({ at }) => !own.has(at))];
  }, [unread.faults, watched.faults]);
  const { left } = watched;
  const { note } = unread;
  const frame = useMemo<Frame>(
    () => ({ root, idPrefix, partial, readOnly, locked, left, unread: note }),
    [root, idPrefix, partial, readOnly, locked, left, note],
  );
  return { frame, value, change, faults, uiSchema, hidden, answered: diagnostics.length > 0 || tried !== undefined };
}
