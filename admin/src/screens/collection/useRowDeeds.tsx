import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';

import type { Collection, EntrySummary } from '../../api/types.gen';
import { part } from '../../app/part';
import type { AskedDeed, RowDeed } from './RowDeeds';

const RowDeeds = lazy(part(() => import('./RowDeeds').then((module) => ({ default: module.RowDeeds }))));

/** What is begun with a row of a list. `begin` stays the same. */
export function useRowDeeds(collection: Collection): { begin: (row: EntrySummary, deed: RowDeed) => void; dialog: ReactNode } {
  const [asked, ask] = useState<AskedDeed>();
  const begin = useCallback((row: EntrySummary, deed: RowDeed) => ask({ row, deed, opened: true }), []);
  const dialog = asked && (
    <Suspense>
      <RowDeeds collection={collection} asked={asked} close={() => ask((now) => now && { ...now, opened: false })} />
    </Suspense>
  );
  return { begin, dialog };
}
