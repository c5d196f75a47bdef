import { Group } from '@mantine/core';
import { useMemo } from 'react';

import type { Collection, EntrySummary } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import type { ListColumn } from '../../lists/ListTable';
import { Value } from '../../lists/Value';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { StatusBadge } from '../../ui/StatusBadge';
import { localeName } from '../../values/names';
import { fieldTitle, propertySchema } from '../../values/schema';

/**
 * The columns of a collection: its title, what its uiSchema names or when it was made, its state, languages, last change.
 * `plain`: the title leads nowhere.
 */
export function useColumns(collection: Collection, plain = false): ListColumn<EntrySummary>[] {
  const speech = useSpeech();
  return useMemo(() => columnsOf(collection, speech, plain), [collection, speech, plain]);
}

function columnsOf(collection: Collection, speech: Speech, plain: boolean): ListColumn<EntrySummary>[] {
  const { t } = speech;
  const publishing = collection.lifecycle === 'publishing';
  return [
    { id: 'title', head: t('field.title'), main: true, cell: (row) => (plain ? row.title || t('value.untitled') : <TitleCell row={row} />), ...sortedBy(collection, collection.list.primaryField) },
    ...collection.list.columns.filter((field) => field !== collection.list.primaryField).map((field) => property(collection, field, speech)),
    ...(collection.localized ? [{ id: 'locale', head: t('field.language'), cell: (row: EntrySummary) => row.locale && localeName(row.locale, speech.language) }] : []),
    ...(publishing ? [{ id: 'status', head: t('field.status'), cell: (row: EntrySummary) => <StatusBadge status={row.status} /> }] : []),
    ...(collection.translations.length > 0
      ? [{ id: 'languages', head: t('field.languages'), wide: true, cell: (row: EntrySummary) => <Languages row={row} /> }]
      : []),
    ...(collection.list.columns.length === 0
      ? [{ id: 'createdAt', head: t('field.createdAt'), wide: true, end: true, sort: 'createdAt', cell: (row: EntrySummary) => <Ago time={row.createdAt} /> }]
      : []),
    { id: 'updatedAt', head: t('field.updatedAt'), wide: true, end: true, sort: 'updatedAt', cell: (row) => <Ago time={row.updatedAt} /> },
  ];
}

const sortedBy = (collection: Collection, field: string) => (collection.sortable.includes(field) ? { sort: field } : {});

function property(collection: Collection, field: string, speech: Speech): ListColumn<EntrySummary> {
  const schema = propertySchema(collection, field);
  return {
    id: `data.${field}`,
    head: fieldTitle(speech, collection, field),
    wide: true,
    end: schema?.type === 'number' || schema?.type === 'integer',
    cell: (row) => <Value value={row.values?.[field]} schema={schema} currency={row.values?.['currency']} />,
    ...sortedBy(collection, field),
  };
}

function TitleCell({ row }: { row: EntrySummary }) {
  const { t } = useSpeech();
  return (
    <LinkAnchor to="/c/$collection/$id" params={{ collection: row.collection, id: row.id }} c="inherit" fw={500} inherit>
      {row.title || t('value.untitled')}
    </LinkAnchor>
  );
}

function Languages({ row }: { row: EntrySummary }) {
  return (
    <Group gap="sm" wrap="nowrap">
      {row.translations.map(({ locale, status }) => (
        <StatusBadge key={locale} status={status} of={locale} />
      ))}
    </Group>
  );
}
