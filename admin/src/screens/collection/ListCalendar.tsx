import { Group, Select, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

import { entriesQuery, listPage, matchOf, statisticsQuery } from '../../api/entries';
import { countQuery } from '../../api/lists';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { dateFields, dateOf } from '../../lists/dates';
import { ListFoot } from '../../lists/ListFoot';
import { listOf, type ListSearch, type Narrow } from '../../lists/search';
import { inSpan, momentOf } from '../../lists/span';
import { DayList } from '../../months/DayList';
import { Leafing } from '../../months/Leafing';
import { byDay, dayName, dayOf, readMonth, spanOf } from '../../months/month';
import { MonthGrid } from '../../months/MonthGrid';
import { useMonth } from '../../months/useMonth';
import { Trouble } from '../../shell/Trouble';
import { fieldTitle, propertySchema } from '../../values/schema';
import { EntryChip, EntryRow } from './EntryChip';

/** How many entries of a month are loaded without being asked for. */
const mostAtOnce = 300;

/** How many entries a collection may have for a month to come at once, also without an index. */
const fewEnough = 1000;

/** As many as one asks for at once. */
const many = { pages: 10, size: listPage };

interface CalendarProps {
  collection: Collection;
  search: ListSearch;
  narrow: Narrow;
}

/** A list as a month: its entries on the days of one of their dates (decision 322). */
export function ListCalendar({ collection, search, narrow }: CalendarProps) {
  const speech = useSpeech();
  const { t, language } = speech;
  const field = dateOf(search, collection);
  const schema = propertySchema(collection, field);
  const month = useMonth(readMonth(search.month));
  const list = inSpan(listOf(search, collection), collection, field, spanOf(month.weeks));
  const query = useInfiniteQuery({ ...entriesQuery(list), placeholderData: keepPreviousData });
  const match = matchOf(list);
  const { data: statistics } = useQuery(statisticsQuery(collection.name));
  const { data: matching } = useQuery({ ...countQuery(collection.name, match), enabled: query.hasNextPage });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const moments = useMemo(() => new Map(rows.flatMap((row) => named(row.id, momentOf(row, field, schema)))), [rows, field, schema]);
  const days = useMemo(() => byDay(rows.filter(({ id }) => moments.has(id)), ({ id }) => moments.get(id) ?? 0), [rows, moments]);
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  useSoon(query, rows.length < mostAtOnce);
  if (query.isError && !query.data) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  const shown = {
    days,
    keyOf: ({ id }: EntrySummary) => id,
    chip: (row: EntrySummary) => <EntryChip collection={collection} row={row} moment={moments.get(row.id)} schema={schema} />,
    row: (row: EntrySummary) => <EntryRow key={row.id} collection={collection} row={row} moment={moments.get(row.id)} schema={schema} />,
  };
  const last = rows.at(-1);
  return (
    <>
      <Group gap="xs" mb="xs">
        <Title order={2} aria-live="polite" mr="auto">
          {month.name}
        </Title>
        <DateChoice collection={collection} value={field} set={(by) => narrow({ by })} />
        <Leafing month={month} go={(to) => narrow({ month: to })} />
      </Group>
      {collection.sortedSlowly.includes(field) && (statistics?.total ?? 0) > fewEnough && (
        <Text size="xs" c="dimmed">
          {t('month.slow', { field: dateName(speech, collection, field) })}
        </Text>
      )}
      {wide ? <MonthGrid weeks={month.weeks} name={month.name} faded={query.isPlaceholderData} {...shown} /> : <DayList weeks={month.weeks} days={days} row={shown.row} />}
      {query.isSuccess && rows.length === 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('month.empty')}
        </Text>
      )}
      {query.hasNextPage && rows.length >= mostAtOnce && last && (
        <Text size="sm" mt="sm">
          {t('month.some', { day: dayName(dayOf(moments.get(last.id) ?? 0), language) })}
        </Text>
      )}
      <ListFoot of="month" count={rows.length} total={matching?.more === false ? matching.count : undefined} query={query} many={many} />
    </>
  );
}

const named = (id: string, moment: number | undefined) => (moment === undefined ? [] : [[id, moment] as const]);

/** Loads on while there is more, and it is not too much. */
function useSoon({ hasNextPage, isFetching, isError, fetchNextPage }: { hasNextPage: boolean; isFetching: boolean; isError: boolean; fetchNextPage: () => unknown }, wants: boolean) {
  const goes = hasNextPage && wants && !isFetching && !isError;
  useEffect(() => {
    if (goes) void fetchNextPage();
  }, [goes, fetchNextPage]);
}

/** Chooses the date that entries are shown by. */
function DateChoice({ collection, value, set }: { collection: Collection; value: string; set: (by: string) => void }) {
  const speech = useSpeech();
  return (
    <Select
      size="xs"
      w={180}
      aria-label={speech.t('month.by')}
      title={speech.t('month.by')}
      data={dateFields(collection).map((each) => ({ value: each, label: dateName(speech, collection, each) }))}
      value={value}
      onChange={(by) => by !== null && set(by)}
      allowDeselect={false}
    />
  );
}

/** What a date is called, also one that every entry has. */
const dateName = (speech: Speech, collection: Collection, field: string): string =>
  field === 'createdAt' || field === 'updatedAt' ? speech.t(`field.${field}`) : fieldTitle(speech, collection, field);
