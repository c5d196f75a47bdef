import { useMemo, useState } from 'react';

/** The rows of a list that are selected. */
export interface Selecting {
  selection: Record<string, true>;
  select: (next: Record<string, true>) => void;
  /** Rows are being selected: somebody began to, in a narrow window, or has selected one. */
  on: boolean;
  begin: () => void;
  /** Selects nothing any more. */
  end: () => void;
  /** Selects these alone; where there are none, it is the end. */
  keep: (ids: readonly string[]) => void;
}

/** Which rows of a list are selected, where its tools and its rows can both reach it. */
export function useSelecting(): Selecting {
  const [selection, select] = useState<Record<string, true>>({});
  const [begun, setBegun] = useState(false);
  return useMemo(() => {
    const end = () => {
      select({});
      setBegun(false);
    };
    const keep = (ids: readonly string[]) => (ids.length === 0 ? end() : select(Object.fromEntries(ids.map((id) => [id, true] as const))));
    return { selection, select, on: begun || Object.keys(selection).length > 0, begin: () => setBegun(true), end, keep };
  }, [selection, begun]);
}
