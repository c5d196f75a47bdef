import { Group, Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';

import { useBootstrap } from '../../api/session';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { columnOf, shownColumns, tableFields } from '../../lists/chosen';
import { isGrouped } from '../../lists/grouping';
import { pictureField } from '../../lists/layout';
import type { ListColumn } from '../../lists/ListTable';
import { changeOrder } from '../../lists/search';
import { Picture } from '../../lists/Picture';
import classes from '../../lists/Picture.module.css';
import { PropertyValue } from '../../lists/PropertyValue';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { EntryStatus } from '../../ui/EntryStatus';
import { StatusBadge } from '../../ui/StatusBadge';
import { lastChange } from '../../values/changed';
import { localeName } from '../../values/names';
import { fieldTitle, propertySchema } from '../../values/schema';
import { ReferredTitle } from '../../values/ReferredTitle';
import { useTitles } from '../../values/useTitles';
import { stampedOf } from '../entry/completeness';
import { EditableCell } from './EditableCell';

interface Wanted {
  /** The title leads nowhere. */
  plain?: boolean;
  /** Those that somebody has chosen. */
  chosen?: readonly string[] | undefined;
  /** Values can be changed where they stand. */
  edits?: boolean;
  /** Those that are shown: their numbers say how those of a column are written. */
  rows?: readonly EntrySummary[];
}

/**
 * The columns of a collection: its title, those of its properties that its uiSchema names or somebody has chosen, its
 * state, languages, when it was made, last change.
 */
export function useColumns(collection: Collection, { plain = false, chosen, edits = false, rows = none }: Wanted = {}): ListColumn<EntrySummary>[] {
  const speech = useSpeech();
  const titled = useTitles();
  const key = chosen?.join();
  const grouped = tableFields(collection).filter((field) => isGrouped(rows.map(({ values }) => values?.[field]))).join();
  return useMemo(() => {
    const all = columnsOf(collection, speech, titled, { plain, edits, grouped: grouped.split(',') });
    const shown = shownColumns(all, key?.split(','), collection);
    return key === undefined ? shown : shown.map((each) => ({ ...each, wide: false, least: false }));
  }, [collection, speech, titled, plain, edits, grouped, key]);
}

const none: readonly never[] = [];

/** What the columns of a collection are called, by their ids. */
export function useColumnNames(collection: Collection): Record<string, string> {
  const speech = useSpeech();
  const titled = useTitles();
  return useMemo(() => Object.fromEntries(columnsOf(collection, speech, titled, { plain: true }).map(({ id, head }) => [id, head])), [collection, speech, titled]);
}

function columnsOf(collection: Collection, speech: Speech, titled: (row: EntrySummary) => string, { plain = false, edits = false, grouped = [] }: Pick<Wanted, 'plain' | 'edits'> & { grouped?: readonly string[] }): ListColumn<EntrySummary>[] {
  const { t } = speech;
  const publishing = collection.lifecycle === 'publishing';
  const told = publishing ? [] : collection.list.columns.filter((field) => field !== collection.list.primaryField).slice(0, mostTold);
  const picture = plain ? undefined : pictureField(collection);
  return [
    { id: 'title', head: t('field.title'), main: true, cell: (row) => <Pictured row={row} field={picture}><TitleCell row={row} title={titled(row)} plain={plain} /></Pictured>, ...titleOrder(collection, speech) },
    ...tableFields(collection).map((field) => ({ ...property(collection, field, speech, { grouped: grouped.includes(field), titled: edits ? titled : undefined }), line: told.includes(field) })),
    ...(collection.localized ? [{ id: 'locale', head: t('field.language'), line: true, cell: (row: EntrySummary) => row.locale && localeName(row.locale, speech.language) }] : []),
    ...(publishing ? [{ id: 'status', head: t('field.status'), line: true, cell: (row: EntrySummary) => <RowStatus collection={collection} row={row} /> }] : []),
    ...(collection.translations.length > 0
      ? [{ id: 'languages', head: t('field.languages'), wide: true, line: true, cell: (row: EntrySummary) => <Languages row={row} /> }]
      : []),
    { id: 'createdAt', head: t('field.createdAt'), wide: true, least: true, end: true, sort: 'createdAt', cell: (row) => <Ago time={row.createdAt} /> },
    { id: 'updatedAt', head: t('field.updatedAt'), wide: true, end: true, line: true, sort: changeOrder(collection), cell: (row) => <Ago time={lastChange(row)} /> },
  ];
}

/** How many properties are told of an entry without states, on the second line of a narrow row. */
const mostTold = 2;

/** How a column is sorted: by an index, or slowly, or not at all. */
const sortedBy = ({ sortable, sortedSlowly }: Collection, field: string) => (sortable.includes(field) ? { sort: field } : sortedSlowly.includes(field) ? { sort: field, slow: true } : {});

/** The column of titles is sorted by the field that is declared for them: of an article it shows the title of a language, and is sorted by its own, or says why it is not (decision 324). */
function titleOrder(collection: Collection, speech: Speech) {
  const { primaryField } = collection.list;
  const order = sortedBy(collection, primaryField);
  if ('sort' in order) return { ...order, sortName: fieldTitle(speech, collection, primaryField) };
  return collection.translations.length > 0 ? { unsorted: speech.t('list.titlesUnsorted') } : {};
}

/** A property as a column. `titled`: how rows are called, where their values can be changed in place. */
function property(collection: Collection, field: string, speech: Speech, { grouped, titled }: { grouped: boolean; titled: ((row: EntrySummary) => string) | undefined }): ListColumn<EntrySummary> {
  const schema = propertySchema(collection, field);
  const name = fieldTitle(speech, collection, field);
  const value = (row: EntrySummary) => <PropertyValue field={field} value={row.values?.[field]} schema={schema} currency={row.values?.['currency']} grouped={grouped} />;
  const edit = titled && !stampedOf(collection).includes(field) && titled;
  return {
    id: columnOf(field),
    head: name,
    wide: true,
    end: schema?.['x-service-ref'] === undefined && (schema?.type === 'number' || schema?.type === 'integer'),
    cell: (row) =>
      edit ? (
        <EditableCell collection={collection} row={row} field={field} name={name} title={edit(row)}>
          {value(row)}
        </EditableCell>
      ) : (
        value(row)
      ),
    ...sortedBy(collection, field),
  };
}

/** A small picture before the title, where entries of the collection have one. */
function Pictured({ row, field, children }: { row: EntrySummary; field: string | undefined; children: ReactNode }) {
  if (field === undefined) return children;
  return (
    <span className={classes['pictured']} data-pictured>
      <Picture id={row.values?.[field]} small />
      <span>{children}</span>
    </span>
  );
}

/** The title in the reader's language, and behind it the entry's own, where that is another. */
function TitleCell({ row, title, plain }: { row: EntrySummary; title: string; plain: boolean }) {
  return (
    <>
      {plain ? (
        <ReferredTitle row={row} title={title} />
      ) : (
        <LinkAnchor to="/c/$collection/$id" params={{ collection: row.collection, id: row.id }} c="inherit" fw={500} inherit>
          <ReferredTitle row={row} title={title} />
        </LinkAnchor>
      )}
      {row.title !== '' && row.title !== row.id && row.title !== title && (
        <Text span inherit c="dimmed" ml={8} data-aside>
          {row.title}
        </Text>
      )}
    </>
  );
}

/** The status of a row; where readers are served what the status does not say, that too. */
function RowStatus({ collection, row }: { collection: Collection; row: EntrySummary }) {
  const { t } = useSpeech();
  const { site } = useBootstrap();
  const served = row.translations.filter(({ status }) => status === 'published').length;
  return (
    <>
      <EntryStatus collection={collection} entry={row} />
      {row.status !== 'published' && served > 0 && (
        <Text size="xs" c="dimmed">
          {t('article.public.some', { served, all: Math.max(site.locales.length, row.translations.length) })}
        </Text>
      )}
    </>
  );
}

function Languages({ row }: { row: EntrySummary }) {
  return (
    <Group gap="sm" wrap="nowrap">
      {row.translations.map(({ locale, status, hasDraft }) => (
        <StatusBadge key={locale} status={status} of={locale} pending={hasDraft ?? false} />
      ))}
    </Group>
  );
}
