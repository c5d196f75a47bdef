import { Badge, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';

import { entriesQuery, listPage, matchOf, statisticsQuery } from '../../api/entries';
import { countQuery, useSavedLists } from '../../api/lists';
import { mayEdit, mayMove, useBootstrap, useCollection, useMe } from '../../api/session';
import type { Collection as CollectionShape, EntrySummary } from '../../api/types.gen';
import { look } from '../../app/looked';
import { part } from '../../app/part';
import { noteUse } from '../../app/used';
import { useSpeech } from '../../i18n/text';
import { chosenColumns } from '../../lists/chosen';
import { layoutOf, pictureField } from '../../lists/layout';
import { listOf, nextOrder, orderOf, totalOf, widened, type ListSearch, type Narrow } from '../../lists/search';
import { rememberShown } from '../../lists/saved';
import { ListFoot } from '../../lists/ListFoot';
import { ListTable } from '../../lists/ListTable';
import { operationsOn } from '../../operations/subject';
import { NotFound, Trouble } from '../../shell/Trouble';
import { Page } from '../../ui/Page';
import { fieldTitle } from '../../values/schema';
import { useTitles } from '../../values/useTitles';
import { useColumns } from './columns';
import { EmptyList } from './EmptyList';
import { ListActions } from './ListActions';
import { ListTabs } from './ListTabs';
import { ListTools } from './ListTools';
import { RowMenu } from './RowMenu';
import { SavedHead } from './SavedHead';
import { ForEverybody } from './SavedMenu';
import { useRowDeeds } from './useRowDeeds';
import { useSelecting, type Selecting } from './useSelecting';

// Most lists are only read.
const BulkBar = lazy(part(() => import('./BulkBar').then((module) => ({ default: module.BulkBar }))));
const ListCalendar = lazy(part(() => import('./ListCalendar').then((module) => ({ default: module.ListCalendar }))));
const Gallery = lazy(part(() => import('../../lists/Gallery').then((module) => ({ default: module.Gallery }))));

/** The list of a collection: /admin/c/:collection. */
export function Collection() {
  const { t } = useSpeech();
  const { collection: name } = useParams({ from: '/staff/c/$collection' });
  const collection = useCollection(name);
  if (!collection) return <NotFound title={t('trouble.noCollection', { name })} />;
  return <EntryList key={name} collection={collection} />;
}

function EntryList({ collection }: { collection: CollectionShape }) {
  const { text } = useSpeech();
  const { userId } = useMe();
  useEffect(() => {
    look(userId, collection.name);
    noteUse(userId, collection.name);
  }, [userId, collection.name]);
  const search = useSearch({ from: '/staff/c/$collection' });
  const selecting = useSelecting();
  const navigate = useNavigate({ from: '/c/$collection' });
  const saved = useSavedLists(collection).find(({ id }) => id === search.list);
  const narrow: Narrow = (change, typed) => {
    if (!saved) rememberShown(change, collection);
    void navigate({ search: (now) => withoutEmpty({ ...now, ...change }), replace: typed !== undefined });
  };
  const name = text(collection.title, collection.name);
  return (
    <Page
      title={saved?.name ?? name}
      name={saved ? `${saved.name} · ${name}` : name}
      mark={marks(collection.readOnly, saved?.shared)}
      hint={saved ? <SavedHead collection={collection} search={search} list={saved} /> : text(collection.description)}
      actions={<ListActions collection={collection} search={search} />}
    >
      <ListTabs collection={collection} search={search} narrow={narrow} />
      <ListTools collection={collection} search={search} narrow={narrow} selecting={selecting} />
      {layoutOf(search, collection) === 'calendar' ? (
        <Suspense fallback={<Skeleton h={640} />}>
          <ListCalendar collection={collection} search={search} narrow={narrow} />
        </Suspense>
      ) : (
        <Entries collection={collection} search={search} narrow={narrow} selecting={selecting} />
      )}
    </Page>
  );
}

function withoutEmpty(search: Partial<Record<keyof ListSearch, string | undefined>>): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}

function marks(readOnly: boolean, shared = false) {
  if (!readOnly && !shared) return undefined;
  return (
    <>
      {readOnly && <ReadOnlyMark />}
      {shared && <ForEverybody />}
    </>
  );
}

function ReadOnlyMark() {
  const { t } = useSpeech();
  return (
    <Badge variant="default" tt="none" fw={500} component="span">
      {t('entry.readOnly')}
    </Badge>
  );
}

/** A thousand rows at once, where somebody wants many. */
const many = { pages: 10, size: listPage };

interface EntriesProps {
  collection: CollectionShape;
  search: ListSearch;
  narrow: Narrow;
  selecting: Selecting;
}

function Entries({ collection, search, narrow, selecting }: EntriesProps) {
  const speech = useSpeech();
  const { t, text } = speech;
  const navigate = useNavigate();
  const { me, operations } = useBootstrap();
  const titled = useTitles();
  const order = orderOf(search, collection);
  const query = useInfiniteQuery({ ...entriesQuery(listOf(search, collection)), placeholderData: keepPreviousData });
  const { data: statistics } = useQuery(statisticsQuery(collection.name));
  const match = matchOf(listOf(search, collection));
  const { data: matching } = useQuery({ ...countQuery(collection.name, match), enabled: query.hasNextPage });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const columns = useColumns(collection, { chosen: chosenColumns(search, collection), edits: mayEdit(me.role, collection), rows });
  const { selection, select } = selecting;
  const selected = useMemo(() => rows.filter((row) => selection[row.id]), [rows, selection]);
  const [acting, setActing] = useState(false);
  if (selected.length > 0 && !acting) setActing(true); // from then on: what was begun goes on without a selection
  const own = useMemo(() => operationsOn(collection.name, operations), [collection.name, operations]);
  const { begin, dialog } = useRowDeeds(collection);
  const actions = useCallback(
    (row: EntrySummary) => <RowMenu collection={collection} row={row} name={titled(row)} operations={own} begin={begin} />,
    [collection, own, titled, begin],
  );
  const total = totalOf(search, collection, statistics) ?? (matching?.more === false ? matching.count : undefined);
  const label = t('list.table', { collection: text(collection.title, collection.name) });
  const picture = pictureField(collection);
  if (query.isError && !query.data) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  if (query.isSuccess && rows.length === 0) {
    return <EmptyList collection={collection} search={search} clear={() => narrow(widened(search))} />;
  }
  const slow = query.hasNextPage && collection.sortedSlowly.includes(order.sort);
  return (
    <>
      {slow && (
        <Text size="xs" c="dimmed">
          {t('list.slowOrder', { field: fieldTitle(speech, collection, order.sort) })}
        </Text>
      )}
      {layoutOf(search, collection) === 'gallery' && picture !== undefined ? (
        <Suspense fallback={<Skeleton h={480} />}>
          <Gallery
            collection={collection}
            label={label}
            field={picture}
            rows={rows}
            titled={titled}
            selection={selection}
            {...(mayMove(me.role, collection) ? { select } : {})}
            loading={query.isPending}
            faded={query.isPlaceholderData}
          />
        </Suspense>
      ) : (
        <ListTable<EntrySummary>
          label={label}
          columns={columns}
          rows={rows}
          total={query.hasNextPage ? (total ?? -1) : rows.length}
          rowId={(row) => row.id}
          rowName={titled}
          open={(row) => void navigate({ to: '/c/$collection/$id', params: { collection: collection.name, id: row.id } })}
          order={order}
          sortBy={(field) => narrow({ ...nextOrder(field, order) })}
          selection={selection}
          {...(mayMove(me.role, collection) ? { select } : {})}
          selecting={selecting.on}
          beginSelecting={selecting.begin}
          actions={actions}
          loading={query.isPending}
          faded={query.isPlaceholderData}
        />
      )}
      <ListFoot of="list" count={rows.length} total={total} query={query} many={many} />
      {acting && (
        <Suspense>
          <BulkBar collection={collection} operations={own} selected={selected} partial={query.hasNextPage && selected.length === rows.length} match={match} count={matching} keep={selecting.keep} />
        </Suspense>
      )}
      {dialog}
    </>
  );
}
