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

/** What the parts of a form know of the whole. */
export interface Frame {
  /** The schema as the API gave it. */
  root: Shape;
  value: Value;
  idPrefix: string;
  partial: boolean;
  readOnly: boolean;
  locked: readonly string[];
  faults: readonly Fault[];
  /** Says that a field was left: what can be said of it without the service is said from now on. */
  left: (path: Path) => void;
  /** Says whether what stands in a control cannot be read as any value. */
  unread: (path: Path, is: boolean) => void;
}

export const FrameContext = createContext<Frame | null>(null);

export function useFrame(): Frame {
  const frame = use(FrameContext);
  if (!frame) throw new Error('A part of a form stands outside Form');
  return frame;
}

/** The id of the control of a field, which is the form's prefix and the field's pointer. */
export function fieldId(prefix: string, pointer: string): string {
  return `${prefix}${pointer}`;
}
