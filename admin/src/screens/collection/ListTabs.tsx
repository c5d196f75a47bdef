import { Tabs } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';

import { matchOf, statisticsQuery } from '../../api/entries';
import { countQuery } from '../../api/lists';
import type { Collection, EntryCount } from '../../api/types.gen';
import { statuses } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { longFilter, mayLack } from '../../lists/filters';
import { listOf, readSearch, totalOf, type ListSearch, type Narrow } from '../../lists/search';
import { emptyKey } from '../../lists/where';
import { choiceName } from '../../values/names';
import { fieldTitle } from '../../values/schema';
import classes from './ListTabs.module.css';

/** All entries, or those of one state or of one value of the filter's field, with how many there are. */
export function ListTabs({ collection, search, narrow }: { collection: Collection; search: ListSearch; narrow: Narrow }) {
  const speech = useSpeech();
  const { t, language } = speech;
  const { filter } = collection;
  const none = filter && mayLack(collection, filter.field) ? emptyKey(filter.field) : undefined;
  const list = { collection, search, narrow };
  return (
    <>
      {collection.lifecycle === 'publishing' && (
        <Choice
          {...list}
          label={t('list.statusTabs')}
          value={search.status}
          change={(status) => ({ status })}
          options={statuses.map((value) => ({ value, name: t(`status.${value}`) }))}
        />
      )}
      {filter && !longFilter(collection) && (
        <Choice
          {...list}
          label={t('list.filterTabs', { field: fieldTitle(speech, collection, filter.field) })}
          value={none && search[none] === 'true' ? '' : search.filter}
          change={(value) => ({ filter: value || undefined, ...(none ? { [none]: value === '' ? 'true' : undefined } : {}) })}
          options={[
            ...(none ? [{ value: '', name: t('list.filterNone', { field: fieldTitle(speech, collection, filter.field) }) }] : []),
            ...filter.values.map((value) => ({ value, name: choiceName(filter.values, value, language) })),
          ]}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  collection: Collection;
  search: ListSearch;
  narrow: Narrow;
  label: string;
  value: string | undefined;
  /** What choosing a value makes of the address. */
  change: (value: string | undefined) => Parameters<Narrow>[0];
  options: { value: string; name: string }[];
}

/** Values of tabs begin with a sign, so that none of the site's is taken for all. */
function Choice({ collection, search, narrow, label, value, change, options }: ChoiceProps) {
  const { t } = useSpeech();
  const tabs = [{ tab: 'all', name: t('status.all'), to: change(undefined) }, ...options.map((each) => ({ tab: `=${each.value}`, name: each.name, to: change(each.value) }))];
  const counts = useCounts(
    collection,
    tabs.map(({ to }) => readSearch({ ...search, ...to })),
  );
  return (
    <Tabs
      value={value === undefined ? 'all' : `=${value}`}
      onChange={(next) => narrow(tabs.find(({ tab }) => tab === next)?.to ?? {})}
      mb="sm"
      classNames={{ list: classes['list'] ?? '', tab: classes['tab'] ?? '' }}
    >
      <Tabs.List aria-label={label}>
        {tabs.map(({ tab, name }, i) => (
          <Tabs.Tab key={tab} value={tab} rightSection={<Count value={counts[i]} />}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

/** How many entries each of several lists has. What statistics do not tell is counted, which takes some milliseconds in a large collection; of what is too many to count there is none. */
function useCounts(collection: Collection, lists: ListSearch[]): (number | undefined)[] {
  const { data: statistics } = useQuery(statisticsQuery(collection.name));
  const known = lists.map((each) => totalOf(each, collection, statistics));
  const counted = useQueries({
    queries: lists.map((each, i) => ({ ...countQuery(collection.name, matchOf(listOf(each, collection))), enabled: statistics !== undefined && known[i] === undefined })),
  });
  return lists.map((_, i) => known[i] ?? shownCount(counted[i]?.data));
}

const shownCount = (counted: EntryCount | undefined) => (counted?.more ? undefined : counted?.count);

/** Keeps its room while the number is on its way. */
function Count({ value }: { value: number | undefined }) {
  const { number } = useSpeech();
  return <span className={classes['count']}>{value === undefined ? '' : number(value)}</span>;
}
