import { Menu, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

import { mayCreate, mayEdit, useMe } from '../../api/session';
import type { Collection, EntrySummary, Operation } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { RowOperations } from '../../operations/RowOperations';
import { collectionIcon } from '../../ui/collectionIcon';
import { Icon } from '../../ui/icons';
import { LinkItem } from '../../ui/links';
import type { RowDeed } from './RowDeeds';

/** Few rows are moved: what that takes comes when the menu of one is opened (decision 360). */
const RowMoves = lazy(part(() => import('./RowMoves').then((module) => ({ default: module.RowMoves }))));

interface RowMenuProps {
  collection: Collection;
  row: EntrySummary;
  name: string;
  operations: Operation[];
  begin: (row: EntrySummary, deed: RowDeed) => void;
}

/** What can be done with a row: what the page of the entry has, and the operations that run on it. */
export function RowMenu({ collection, row, name, operations, begin }: RowMenuProps) {
  const { t } = useSpeech();
  const { role } = useMe();
  const params = { collection: collection.name, id: row.id };
  const known = (
    <Suspense fallback={<Skeleton h={60} m={8} w="auto" />}>
      <RowMoves collection={collection} row={row} begin={(deed, now) => begin(now, deed)} />
    </Suspense>
  );
  return (
    <RowOperations operations={operations} row={row} name={name} after={known}>
      <LinkItem to="/c/$collection/$id" params={params} leftSection={<Icon name={collectionIcon(collection)} />}>
        {t('action.openEntry')}
      </LinkItem>
      {mayCreate(role, collection) && (
        <LinkItem to="/c/$collection/$id" params={{ ...params, id: 'new' }} search={{ copy: row.id }} leftSection={<Icon name="copy" />}>
          {t('entry.duplicate')}
        </LinkItem>
      )}
      {mayEdit(role, collection) && (
        <Menu.Item leftSection={<Icon name="draft" />} onClick={() => begin(row, 'set')}>
          {t('menu.asks', { verb: t('bulk.set') })}
        </Menu.Item>
      )}
    </RowOperations>
  );
}
