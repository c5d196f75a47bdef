import type { ReactNode } from 'react';

import classes from './ListTable.module.css';

/** A column of a list. `sort` is the field that its head sorts by. */
export interface ListColumn<Row> {
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  sort?: string;
  /** What that is called, where the head has another name. */
  sortName?: string;
  /** No index has that order. */
  slow?: boolean;
  /** Why the list is not sorted by it. */
  unsorted?: string;
  /** Left out where there is little room. */
  wide?: boolean;
  /** Left out before others are, so that the title keeps its room. */
  least?: boolean;
  /** Takes what the others leave. */
  main?: boolean;
  /** The first of a row that is too narrow for columns, as what takes what others leave is. */
  lead?: boolean;
  /** Says what it is where there are no heads. */
  named?: boolean;
  end?: boolean;
  /** On the second line of a row that is too narrow for columns. */
  line?: boolean;
}

export function cellClass<Row>(column: ListColumn<Row> | undefined): string {
  return [column?.main && classes['main'], (column?.main || column?.lead) && classes['lead'], column?.wide && classes['wide'], column?.least && classes['least'], column?.end && classes['end'], column?.line && classes['line']].filter(Boolean).join(' ');
}
