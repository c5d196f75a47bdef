import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';

import type { BulkWish } from '../../api/bulk';
import type { EntryMove } from '../../api/entries';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { part } from '../../app/part';
import { useBulk } from './useBulk';

const BulkQuestion = lazy(part(() => import('./BulkQuestion').then((module) => ({ default: module.BulkQuestion }))));
const SetField = lazy(part(() => import('./SetField').then((module) => ({ default: module.SetField }))));

/** What is asked before it is done to one row. */
export type RowDeed = 'set' | EntryMove;

/** What somebody has begun with a row: another object each time. */
export interface AskedDeed {
  row: EntrySummary;
  deed: RowDeed;
  opened: boolean;
}

const one = { count: 1, more: false };
const nothing = () => undefined;

/** Does to one row what a selection gets, an article as a whole (decision 245): asks first, and tells what became of it. It stays when it is closed, so that the focus finds back. */
export function RowDeeds({ collection, asked, close }: { collection: Collection; asked: AskedDeed; close: () => void }) {
  const { run } = useBulk(collection, nothing);
  const { row, deed, opened } = asked;
  const target = { ids: [{ id: row.id, version: row.version }] };
  const go = (wish: BulkWish) => {
    close();
    run(target, wish, one);
  };
  // Nothing is lost when an archived entry becomes a draft again.
  const unasked = deed === 'unpublish' && row.status === 'archived';
  const begun = useRef<AskedDeed>(undefined);
  const begin = useEffectEvent((now: AskedDeed) => {
    if (!now.opened || !unasked || begun.current === now) return;
    begun.current = now; // an effect may run twice
    go({ action: 'unpublish', translations: false });
  });
  useEffect(() => begin(asked), [asked]);
  if (unasked) return null;
  return (
    <Suspense>
      {deed === 'set' ? (
        <SetField key={row.id} opened={opened} collection={collection} target={target} count={one} close={close} go={go} />
      ) : (
        <BulkQuestion key={`${row.id} ${deed}`} opened={opened} move={deed} collection={collection} target={target} count={one} only={row} close={close} go={(translations) => go({ action: deed, translations })} />
      )}
    </Suspense>
  );
}
