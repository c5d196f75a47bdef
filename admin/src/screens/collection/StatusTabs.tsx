import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { statisticsQuery } from '../../api/entries';
import type { Collection } from '../../api/types.gen';
import type { Status } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import type { ListSearch } from '../../lists/search';
import type { Narrow } from './Collection';
import classes from './StatusTabs.module.css';

const states: Status[] = ['draft', 'published', 'archived'];

/** All entries, or those of one state, with how many there are. */
export function StatusTabs({ collection, search, narrow }: { collection: Collection; search: ListSearch; narrow: Narrow }) {
  const { t } = useSpeech();
  const { data } = useQuery(statisticsQuery(collection.name));
  if (collection.lifecycle !== 'publishing') return null;
  return (
    <Tabs
      value={search.status ?? 'all'}
      onChange={(value) => narrow({ status: value === 'all' || value === null ? undefined : value })}
      mb="sm"
      classNames={{ list: classes['list'] ?? '', tab: classes['tab'] ?? '' }}
    >
      <Tabs.List aria-label={t('list.statusTabs')}>
        {(['all', ...states] as const).map((status) => (
          <Tabs.Tab key={status} value={status} rightSection={<Count value={status === 'all' ? data?.total : data && (data.byStatus[status] ?? 0)} />}>
            {t(`status.${status}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

/** Keeps its room while the number is on its way. */
function Count({ value }: { value: number | undefined }) {
  const { number } = useSpeech();
  return <span className={classes['count']}>{value === undefined ? '' : number(value)}</span>;
}
