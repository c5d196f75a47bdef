import { useLayoutEffect, useMemo, useState } from 'react';

import type { Diagnostic } from '../api/diagnostic.gen';
import { Latest } from '../prose/latest';
import type { Fault, Frame, Note } from './frame';
import { withValueAt, type Path } from './pointer';
import { settled } from './settle';
import type { Shape, Value } from './shape';
import { useFaults } from './useFaults';
import { useUnread, type TellUnread } from './useUnread';

/** What a form is made from. */
export interface FormProps {
  /** JSON Schema of an object, as the API gives it: collection.schema, operation.input. */
  schema: Record<string, unknown>;
  uiSchema: Record<string, unknown> | null;
  /** The collection whose entry this is, for words that its other entries have. */
  collection?: string | undefined;
  value: Record<string, unknown>;
  /** Is given a new object; an emptied field has no property in it. */
  change: (value: Record<string, unknown>) => void;
  /**
   * The server's. Each is shown at the field that it points at until that has another value, and at the top when there is
   * no such field. Others than before are a new answer.
   */
  diagnostics?: readonly Diagnostic[];
  /** What is said at fields and is no fault. */
  notes?: readonly Note[];
  /** What the form itself kept from being done: saving what cannot be read, publishing what has faults or is not complete. */
  tried?: 'save' | 'publish' | undefined;
  /** Top-level properties that are filled where they are left empty, once they are needed. */
  filled?: readonly string[];
  /** Top-level properties that are not shown. */
  hidden?: readonly string[];
  /** Everything is shown, and nothing can be edited. */
  readOnly?: boolean;
  /** A draft: what is required may still be missing. */
  partial?: boolean;
  /** Enter in a field of one line, and Mod+Enter anywhere. */
  submit?: () => void;
  /** Hears of input that is in no value: while there is some, the value is not to be sent. */
  unread?: TellUnread | undefined;
  /** Tells two forms of one page apart. */
  idPrefix?: string;
}

/** A form apart from where its fields stand. */
export interface FormState {
  frame: Frame;
  value: Value;
  change: (value: Value) => void;
  faults: readonly Fault[];
  notes: readonly Note[];
  /** Whether somebody was just told that something is wrong, so that all of it is listed above the fields. */
  answered: boolean;
  /** What was tried and not sent. */
  tried: 'save' | 'publish' | undefined;
  /** Whether the service refused it. */
  refused: boolean;
  uiSchema: Record<string, unknown> | null;
  hidden: readonly string[];
}

const none: readonly never[] = [];
const noDiagnostics: readonly Diagnostic[] = none;

/** What is known of a form. Its fields are shown by `Fields`, all in one place or each in its own. */
export function useFormState(props: FormProps): FormState {
  const { collection, uiSchema, value, change, diagnostics = noDiagnostics, notes = none, tried, filled = none, hidden = none, partial = false, idPrefix = 'form' } = props;
  const root = props.schema as Shape;
  const readOnly = props.readOnly ?? root.readOnly ?? false;
  const watched = useFaults({ root, value, diagnostics, hidden, filled, partial, complete: tried === 'publish' });
  const unread = useUnread(idPrefix, props.unread, tried !== undefined);
  const faults = useMemo(() => {
    const own = new Set(unread.faults.map(({ at }) => at));
    return [...unread.faults, ...watched.faults.filter(({ at }) => !own.has(at))];
  }, [unread.faults, watched.faults]);
  const { left } = watched;
  const { note } = unread;
  const late = useLate({ root, partial, value, change });
  const frame = useMemo<Frame>(
    () => ({ root, collection, idPrefix, partial, readOnly, filled, left, late, unread: note }),
    [root, collection, idPrefix, partial, readOnly, filled, left, late, note],
  );
  return { frame, value, change, faults, notes, uiSchema, hidden, tried, refused: diagnostics.length > 0, answered: diagnostics.length > 0 || tried !== undefined };
}

/** Changes the value at a path, of a form that may be gone. Several that are told one after the other are all in it. */
function useLate(form: { root: Shape; partial: boolean; value: Value; change: (value: Value) => void }): Frame['late'] {
  const [latest] = useState(() => new Latest(form));
  useLayoutEffect(() => latest.is(form));
  const [late] = useState(() => (path: Path, next: unknown) => {
    const { root, partial, value, change } = latest.now;
    const changed = settled(withValueAt(value, path, next) as Value, value, root, partial);
    latest.is({ ...latest.now, value: changed });
    change(changed);
  });
  return late;
}
