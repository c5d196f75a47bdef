import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

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
          field="status"
          value={search.status}
          change={(status) => ({ status })}
          options={statuses.map((value) => ({ value, name: t(`status.${value}`) }))}
        />
      )}
      {filter && !longFilter(collection) && (
        <Choice
          {...list}
          label={t('list.filterTabs', { field: fieldTitle(speech, collection, filter.field) })}
          field={filter.field}
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
  /** What has the values of the tabs. */
  field: string;
  value: string | undefined;
  /** What choosing a value makes of the address. */
  change: (value: string | undefined) => Parameters<Narrow>[0];
  options: { value: string; name: string }[];
}

/** Values of tabs begin with a sign, so that none of the site's is taken for all. */
function Choice({ collection, search, narrow, label, field, value, change, options }: ChoiceProps) {
  const { t } = useSpeech();
  const tabs = [{ tab: 'all', name: t('status.all'), to: change(undefined) }, ...options.map((each) => ({ tab: `=${each.value}`, name: each.name, to: change(each.value) }))];
  const listIn = (value: string | undefined) => readSearch({ ...search, ...change(value) });
  const counts = useCounts(collection, field, listIn, [undefined, ...options.map((each) => each.value)]);
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

/**
 * How many entries the list has with each of these values of a field, undefined being any. What statistics do not tell is counted,
 * all at once; of what is too much to count there is none.
 */
function useCounts(collection: Collection, field: string, listIn: (value: string | undefined) => ListSearch, values: readonly (string | undefined)[]): (number | undefined)[] {
  const { data: statistics } = useQuery(statisticsQuery(collection.name));
  const known = values.map((value) => totalOf(listIn(value), collection, statistics));
  const { data: counted } = useQuery({ ...countQuery(collection.name, matchOf(listOf(listIn(undefined), collection)), field), enabled: statistics !== undefined && known.includes(undefined) });
  return values.map((value, i) => known[i] ?? (counted && countOf(counted, value)));
}

function countOf({ count, more, by }: EntryCount, value: string | undefined): number | undefined {
  if (more) return undefined;
  return value === undefined ? count : (by?.[value] ?? 0);
}

/** Keeps its room while the number is on its way. */
function Count({ value }: { value: number | undefined }) {
  const { number } = useSpeech();
  return <span className={classes['count']}>{value === undefined ? '' : number(value)}</span>;
}
