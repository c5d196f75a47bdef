import { createContext, use } from 'react';

import type { Path } from './pointer';
import type { Shape, Value } from './shape';

/** What is wrong with a field, in the words that are shown. */
export interface Fault {
  /** The pointer of the field that shows it. */
  at: string;
  path: Path;
  message: string;
}

/** What there is to know of a field, which keeps nothing from being done. */
export type Note = Pick<Fault, 'at' | 'message'> & {
  /** It says what may be done, and warns of nothing. */
  isHelp?: boolean;
};

/** JSON or a date that is not finished, a file that is still on its way, or an entry that is looked for. */
export type Unread = 'json' | 'moment' | 'upload' | 'reference';

/** What the parts of a form know of the whole, and what stays as it is while somebody types. */
export interface Frame {
  /** The schema as the API gave it. */
  root: Shape;
  /** The collection whose entry this is; none for what is sent to an operation or a report. */
  collection: string | undefined;
  idPrefix: string;
  partial: boolean;
  readOnly: boolean;
  /** Top-level properties that are filled where they are left empty, so that nobody has to. */
  filled: readonly string[];
  /** Says that a field was left: what can be said of it without the service is said from now on. */
  left: (path: Path) => void;
  /** Takes what a control tells while it goes. The renderer may have gone with it, and hears nothing any more. */
  late: (path: Path, value: unknown) => void;
  /** Says why what stands in a control is in no value yet; undefined where it is. */
  unread: (path: Path, why: Unread | undefined) => void;
}

export const FrameContext = createContext<Frame | null>(null);
/** What changes at each key, apart from the frame, so that only what looks at it is shown anew. */
export const ValueContext = createContext<Value>({});
export const FaultsContext = createContext<readonly Fault[]>([]);
export const NotesContext = createContext<readonly Note[]>([]);

export function useFrame(): Frame {
  const frame = use(FrameContext);
  if (!frame) throw new Error('A part of a form stands outside Form');
  return frame;
}

/** What is wrong with the form, field by field. */
export const useFormFaults = () => use(FaultsContext);

/** What there is to know of its fields. */
export const useFormNotes = () => use(NotesContext);

/** The value of the whole form. */
export const useFormValue = () => use(ValueContext);

/** The id of the control of a field, which is the form's prefix and the field's pointer. */
export function fieldId(prefix: string, pointer: string): string {
  return `${prefix}${pointer}`;
}
