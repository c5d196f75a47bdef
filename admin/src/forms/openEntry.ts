import { createContext } from 'react';

import type { Entry } from '../api/types.gen';
import type { Data } from '../values/data';

/** An entry to be opened above the form, or one that is to be made there. */
export interface ToOpen {
  collection: string;
  /** undefined for a new one. */
  id?: string;
  /** What a new one begins with. */
  start?: Data;
  /** Hears that it was made. */
  created?: (entry: Entry) => void;
}

/** Opens another entry above the form; null where there is no room for it. */
export const OpenEntryContext = createContext<((entry: ToOpen) => void) | null>(null);
