import { createContext } from 'react';

/** What the last click on "fold all" or "open all" said to the items of a list. */
export interface Fold {
  /** Counts the clicks: an item that was folded or opened by itself since then is as it was left. */
  turn: number;
  /** undefined as long as nobody clicked. */
  open: boolean | undefined;
}

export const FoldContext = createContext<Fold>({ turn: 0, open: undefined });
