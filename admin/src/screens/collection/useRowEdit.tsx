import { lazy, Suspense, useState, type ReactNode } from 'react';

import { mayEdit, useMe } from '../../api/session';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { part } from '../../app/part';

const RowEdit = lazy(part(() => import('./RowEdit').then((module) => ({ default: module.RowEdit }))));

/** Gives one entry another value without leaving the list. For everybody who may change its entries. */
export function useRowEdit(collection: Collection): { edit: ((row: EntrySummary) => void) | undefined; dialog: ReactNode } {
  const me = useMe();
  const [begun, begin] = useState(false);
  const [row, setRow] = useState<EntrySummary>();
  const edit = (asked: EntrySummary) => {
    begin(true);
    setRow(asked);
  };
  const dialog = begun && (
    <Suspense>
      <RowEdit collection={collection} row={row} close={() => setRow(undefined)} />
    </Suspense>
  );
  return { edit: mayEdit(me.role, collection) ? edit : undefined, dialog };
}
