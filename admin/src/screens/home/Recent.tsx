import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';

import { mostRecent, recentQuery } from '../../api/entries';
import { findCollection, useBootstrap, withTranslations } from '../../api/session';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { EntryStatus } from '../../ui/EntryStatus';
import { localeName } from '../../values/names';
import { useTitles } from '../../values/useTitles';
import { latest } from './latest';

/** Each collection is asked by itself: only so many, the first of the sidebar. */
const mostAsked = 12;

/** The entries that changed last, of the first collections and their translations. */
export function Recent({ collections }: { collections: Collection[] }) {
  const { t } = useSpeech();
  const all = withTranslations(collections);
  const asked = all.slice(0, mostAsked);
  const { entries, pending } = useQueries({
    queries: asked.map(({ name }) => recentQuery(name)),
    combine: (results) => ({
      entries: latest(results.map(({ data }) => data ?? []), mostRecent),
      pending: results.some(({ isPending }) => isPending),
    }),
  });
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t('home.recent')}>
      <Title order={2} size="h3" fz="md">
        {t('home.recent')}
      </Title>
      {all.length > mostAsked && (
        <Text size="xs" c="dimmed">
          {t('home.recentFirst', { count: mostAsked })}
        </Text>
      )}
      <Stack gap="xs" mt="sm" component="ul" p={0} mb={0} style={{ listStyle: 'none' }} aria-busy={pending}>
        {pending
          ? Array.from({ length: mostRecent }, (_, i) => <Skeleton key={i} component="li" h={38} />)
          : entries.map((each) => <RecentEntry key={each.id} entry={each} />)}
      </Stack>
      {!pending && entries.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('home.recentNone')}
        </Text>
      )}
    </Card>
  );
}

function RecentEntry({ entry }: { entry: EntrySummary }) {
  const { t, text, language } = useSpeech();
  const collection = findCollection(useBootstrap().collections, entry.collection);
  const titled = useTitles();
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <LinkAnchor to="/c/$collection/$id" params={{ collection: entry.collection, id: entry.id }} size="sm" c="inherit" truncate>
          {titled(entry)}
        </LinkAnchor>
        <Text size="xs" c="dimmed" flex="none">
          <Ago time={entry.updatedAt} />
        </Text>
      </Group>
      <Group gap="sm" wrap="nowrap" fz="xs" c="dimmed">
        <Text span size="xs" truncate>
          {t('home.recentIn', { collection: text(collection?.title, entry.collection) })}
        </Text>
        {entry.locale && (
          <Text span size="xs" flex="none">
            {localeName(entry.locale, language)}
          </Text>
        )}
        <EntryStatus collection={collection} entry={entry} />
      </Group>
    </li>
  );
}
