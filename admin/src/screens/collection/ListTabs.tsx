import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { statisticsQuery } from '../../api/entries';
import type { Collection } from '../../api/types.gen';
import { statuses } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { isSearched, longFilter, mayLack } from '../../lists/filters';
import type { ListSearch, Narrow } from '../../lists/search';
import { emptyKey } from '../../lists/where';
import { choiceName } from '../../values/names';
import { fieldTitle } from '../../values/schema';
import classes from './ListTabs.module.css';

/** All entries, or those of one state or of one value of the filter's field, with how many there are. */
export function ListTabs(props: { collection: Collection; search: ListSearch; narrow: Narrow }) {
  const { collection, search, narrow } = props;
  const speech = useSpeech();
  const { t, language } = speech;
  const query = useQuery(statisticsQuery(collection.name));
  const { filter } = collection;
  const data = isSearched(search, collection) ? undefined : query.data; // the counts are of the whole collection
  const none = filter && emptyKey(filter.field);
  const withNone = none && mayLack(collection, filter.field);
  const without = data && filter ? data.total - filter.values.reduce((sum, each) => sum + (data.byFilterValue[each] ?? 0), 0) : undefined;
  return (
    <>
      {collection.lifecycle === 'publishing' && (
        <Choice
          label={t('list.statusTabs')}
          value={search.status}
          set={(status) => narrow({ status })}
          total={data?.total}
          options={statuses.map((value) => ({ value, name: t(`status.${value}`), count: data && (data.byStatus[value] ?? 0) }))}
        />
      )}
      {filter && !longFilter(collection) && (
        <Choice
          label={t('list.filterTabs', { field: fieldTitle(speech, collection, filter.field) })}
          value={withNone && search[none] === 'true' ? '' : search.filter}
          set={(value) => narrow({ filter: value || undefined, ...(withNone ? { [none]: value === '' ? 'true' : undefined } : {}) })}
          total={data?.total}
          options={[
            ...(withNone ? [{ value: '', name: t('list.filterNone', { field: fieldTitle(speech, collection, filter.field) }), count: without }] : []),
            ...filter.values.map((value) => ({ value, name: choiceName(filter.values, value, language), count: data && (data.byFilterValue[value] ?? 0) })),
          ]}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  set: (value: string | undefined) => void;
  total: number | undefined;
  options: { value: string; name: string; count: number | undefined }[];
}

/** Values of tabs begin with a sign, so that none of the site's is taken for all. */
function Choice({ label, value, set, total, options }: ChoiceProps) {
  const { t } = useSpeech();
  return (
    <Tabs
      value={value === undefined ? 'all' : `=${value}`}
      onChange={(next) => set(next?.startsWith('=') ? next.slice(1) : undefined)}
      mb="sm"
      classNames={{ list: classes['list'] ?? '', tab: classes['tab'] ?? '' }}
    >
      <Tabs.List aria-label={label}>
        <Tabs.Tab value="all" rightSection={<Count value={total} />}>
          {t('status.all')}
        </Tabs.Tab>
        {options.map((each) => (
          <Tabs.Tab key={each.value} value={`=${each.value}`} rightSection={<Count value={each.count} />}>
            {each.name}
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
