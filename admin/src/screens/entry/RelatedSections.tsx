import { Button, Group, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

import { relatedQuery } from '../../api/entries';
import { mayCreate, useCollection, useMe } from '../../api/session';
import type { EntryDetail, EntrySummary, Related } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Ago } from '../../ui/Ago';
import { Icon } from '../../ui/icons';
import { LinkAnchor, LinkButton } from '../../ui/links';
import { StatusBadge } from '../../ui/StatusBadge';
import { lastChange } from '../../values/changed';
import { useTitles } from '../../values/useTitles';
import { fieldTitle } from '../../values/schema';
import classes from './Entry.module.css';

/** The entries that refer to this one, collection by collection. */
export function RelatedSections({ detail }: { detail: EntryDetail }) {
  return detail.related
    .filter((each) => each.relationship.kind === 'reference')
    .map((each) => <RelatedSection key={`${each.collection} ${each.relationship.childField} ${each.relationship.parentField}`} related={each} />);
}

function RelatedSection({ related }: { related: Related }) {
  const collection = useCollection(related.collection);
  if (!collection) return null;
  return <Section related={related} collection={collection} />;
}

function Section({ related, collection }: { related: Related; collection: NonNullable<ReturnType<typeof useCollection>> }) {
  const speech = useSpeech();
  const { t, text } = speech;
  const me = useMe();
  const { childField, parentValue } = related.relationship;
  const fieldName = fieldTitle(speech, collection, childField);
  const more = useInfiniteQuery(relatedQuery(related));
  const rows = [...related.entries, ...(more.data?.pages.flatMap((page) => page.items) ?? [])];
  const hasMore = more.data ? more.hasNextPage : related.nextCursor !== null;
  const name = text(collection.title, collection.name);
  return (
    <section className={classes['section']} aria-label={t('entry.relatedBy', { collection: name, field: fieldName })}>
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h4">
          {name}{' '}
          <Text span size="sm" c="dimmed" fw={400}>
            {t('entry.through', { field: fieldName })}
          </Text>
        </Title>
        {mayCreate(me.role, collection) && (
          <LinkButton
            size="compact-sm"
            variant="default"
            to="/c/$collection/$id"
            params={{ collection: collection.name, id: 'new' }}
            search={{ with: { [childField]: parentValue } }}
            leftSection={<Icon name="plus" />}
          >
            {t('list.new')}
          </LinkButton>
        )}
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('entry.relatedNone')}
        </Text>
      ) : (
        <ul className={classes['rows']}>
          {rows.map((row) => (
            <RelatedRow key={row.id} row={row} publishing={collection.lifecycle === 'publishing'} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="default" size="compact-sm" mt="sm" loading={more.isFetching} onClick={() => void (more.data ? more.fetchNextPage() : more.refetch())}>
          {t('list.more')}
        </Button>
      )}
    </section>
  );
}

function RelatedRow({ row, publishing }: { row: EntrySummary; publishing: boolean }) {
  const titled = useTitles();
  return (
    <li className={classes['row']}>
      <div className={classes['grow']}>
        <LinkAnchor to="/c/$collection/$id" params={{ collection: row.collection, id: row.id }} size="sm" fw={500} truncate display="block">
          {titled(row)}
        </LinkAnchor>
        {row.preview && (
          <Text size="xs" c="dimmed" truncate>
            {row.preview}
          </Text>
        )}
      </div>
      {row.locale && <Text size="xs">{row.locale}</Text>}
      {publishing && <StatusBadge status={row.status} />}
      <Text size="xs" c="dimmed">
        <Ago time={lastChange(row)} />
      </Text>
    </li>
  );
}
