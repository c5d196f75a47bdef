import { lazy, Suspense, useState, type ReactNode } from 'react';

import { mayMove, useMe } from '../../api/session';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { part } from '../../app/part';
import { useBulk } from './useBulk';

const SetField = lazy(part(() => import('./SetField').then((module) => ({ default: module.SetField }))));
const nothing = () => undefined;

/** Gives one entry another value without leaving the list, as many get one. Only for who may do so to many. */
export function useRowEdit(collection: Collection): { edit: ((row: EntrySummary) => void) | undefined; dialog: ReactNode } {
  const me = useMe();
  const [row, edit] = useState<EntrySummary>();
  const { run } = useBulk(collection, nothing);
  const close = () => edit(undefined);
  const target = row && { ids: [{ id: row.id, version: row.version }] };
  const dialog = target && (
    <Suspense>
      <SetField
        opened
        collection={collection}
        target={target}
        close={close}
        go={(wish) => {
          close();
          run(target, wish, 1);
        }}
      />
    </Suspense>
  );
  return { edit: mayMove(me.role, collection) ? edit : undefined, dialog };
}
