import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { BulkWish } from '../../api/bulk';
import { entryQuery, type EntryMove } from '../../api/entries';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { part } from '../../app/part';
import { isTimed, wishOf } from '../../lists/bulk';
import { useArticle } from '../entry/article/useArticle';
import { usePublishesAgain } from '../entry/times/PublishesAgain';
import { InReleases } from '../releases/InReleases';
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
  const go = async (wish: BulkWish) => {
    close();
    const outcome = await run(target, wish, one);
    return outcome !== undefined && outcome.done.length > 0;
  };
  // Nothing is lost when an archived entry becomes a draft again.
  const unasked = deed === 'unpublish' && row.status === 'archived';
  const begun = useRef<AskedDeed>(undefined);
  const begin = useEffectEvent((now: AskedDeed) => {
    if (!now.opened || !unasked || begun.current === now) return;
    begun.current = now; // an effect may run twice
    void go({ action: 'unpublish', translations: false });
  });
  useEffect(() => begin(asked), [asked]);
  if (unasked) return null;
  if (deed !== 'set') return <RowQuestion key={`${row.id} ${deed}`} collection={collection} row={row} move={deed} opened={opened} close={close} go={go} />;
  return (
    <Suspense>
      <SetField key={row.id} opened={opened} collection={collection} target={target} count={one} close={close} go={(wish) => void go(wish)} />
    </Suspense>
  );
}

interface RowQuestionProps {
  collection: Collection;
  row: EntrySummary;
  move: EntryMove;
  opened: boolean;
  close: () => void;
  go: (wish: BulkWish) => Promise<boolean>;
}

/** The question of a selection, with what the page of the entry says besides: the times that would publish it again, and the releases that it waits in. */
function RowQuestion({ collection, row, move, opened, close, go }: RowQuestionProps) {
  const [whole, takeWhole] = useState(true);
  const { data: detail } = useQuery({ ...entryQuery(collection.name, row.id), enabled: opened });
  const article = useArticle(detail);
  const parts = whole && article ? article.parts : [{ collection: collection.name, id: row.id }];
  const again = usePublishesAgain(detail, parts, opened && (move === 'unpublish' || move === 'archive') ? move : undefined);
  return (
    <Suspense>
      <BulkQuestion
        opened={opened}
        move={move}
        collection={collection}
        target={{ ids: [{ id: row.id, version: row.version }] }}
        count={one}
        only={row}
        whole={whole}
        takeWhole={takeWhole}
        close={close}
        go={(translations) => void again.first(() => go(wishOf(move, translations)))}
        pending={again.pending}
        timed={isTimed(row)}
      >
        {again.said}
        {move === 'delete' && opened && <InReleases entries={parts} />}
      </BulkQuestion>
    </Suspense>
  );
}
