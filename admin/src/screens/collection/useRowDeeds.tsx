import { useCallbackRef } from '@mantine/hooks';
import { lazy, Suspense, useState, type ReactNode } from 'react';

import type { BulkWish } from '../../api/bulk';
import type { EntryMove } from '../../api/entries';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { part } from '../../app/part';
import { useBulk } from './useBulk';

const BulkQuestion = lazy(part(() => import('./BulkQuestion').then((module) => ({ default: module.BulkQuestion }))));
const SetField = lazy(part(() => import('./SetField').then((module) => ({ default: module.SetField }))));

/** What is asked before it is done to one row. */
export type RowDeed = 'set' | EntryMove;

const one = { count: 1, more: false };
const nothing = () => undefined;

/** Does to one row what a selection gets, an article as a whole (decision 245): asks first, and tells what became of it. `begin` stays the same. */
export function useRowDeeds(collection: Collection): { begin: (row: EntrySummary, deed: RowDeed) => void; dialog: ReactNode } {
  const { run } = useBulk(collection, nothing);
  const [asked, ask] = useState<{ row: EntrySummary; deed: RowDeed; opened: boolean }>();
  const close = () => ask((now) => now && { ...now, opened: false });
  const go = ({ id, version }: EntrySummary, wish: BulkWish) => {
    close();
    run({ ids: [{ id, version }] }, wish, one);
  };
  const begin = useCallbackRef((row: EntrySummary, deed: RowDeed) => {
    // Nothing is lost when an archived entry becomes a draft again.
    if (deed === 'unpublish' && row.status === 'archived') go(row, { action: deed, translations: false });
    else ask({ row, deed, opened: true });
  });
  // It stays when it is closed, so that the focus finds back.
  return { begin, dialog: asked && <Suspense>{dialogOf(asked)}</Suspense> };

  function dialogOf({ row, deed, opened }: NonNullable<typeof asked>) {
    const target = { ids: [{ id: row.id, version: row.version }] };
    if (deed === 'set') return <SetField key={row.id} opened={opened} collection={collection} target={target} count={one} close={close} go={(wish) => go(row, wish)} />;
    return <BulkQuestion key={`${row.id} ${deed}`} opened={opened} move={deed} collection={collection} target={target} count={one} only={row} close={close} go={(translations) => go(row, { action: deed, translations })} />;
  }
}
