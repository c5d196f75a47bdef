import { Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

import { entriesQuery, statisticsQuery } from '../../api/entries';
import { useBootstrap } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import type { Status } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { EmptyState } from '../../ui/EmptyState';
import { LinkAnchor } from '../../ui/links';
import { Page } from '../../ui/Page';
import { StatusBadge } from '../../ui/StatusBadge';

/** What the site holds, and what changed last in each collection. */
export function Home() {
  const { t } = useSpeech();
  const { me, collections } = useBootstrap();
  return (
    <Page title={t('home.welcome', { name: me.name || me.email })} hint={t('home.hint')}>
      {collections.length === 0 && (
        <EmptyState icon="collection" title={t('home.noCollections')} hint={t('home.noCollectionsHint')} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="md">
        {collections.map((each) => (
          <CollectionCard key={each.name} collection={each} />
        ))}
      </SimpleGrid>
    </Page>
  );
}

const states: Status[] = ['published', 'draft', 'archived'];

function CollectionCard({ collection }: { collection: Collection }) {
  const { plural, text, number } = useSpeech();
  const { data } = useQuery(statisticsQuery(collection.name));
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h3" lineClamp={1}>
          <LinkAnchor to="/c/$collection" params={{ collection: collection.name }} inherit c="inherit">
            {text(collection.title, collection.name)}
          </LinkAnchor>
        </Title>
        {data ? <Text size="sm" c="dimmed">{plural('home.total', data.total)}</Text> : <Skeleton h={12} w={60} />}
      </Group>
      {collection.lifecycle === 'publishing' && (
        <Group gap="md" mt={6} h={22}>
          {states.map((status) => {
            const count = data?.byStatus[status] ?? 0;
            return (
              count > 0 && (
                <Group key={status} gap={6}>
                  <StatusBadge status={status} />
                  <Text size="sm" c="dimmed">
                    {number(count)}
                  </Text>
                </Group>
              )
            );
          })}
        </Group>
      )}
      <Recent collection={collection} />
    </Card>
  );
}

/** The entries that changed last; their room is kept while they load. */
function Recent({ collection }: { collection: Collection }) {
  const { t, ago } = useSpeech();
  const { data, isPending } = useInfiniteQuery(entriesQuery({ collection: collection.name, sort: 'updatedAt', direction: 'desc' }));
  const entries = data?.pages[0]?.items.slice(0, 4) ?? [];
  return (
    <Stack gap={6} mt="sm" mih={106} component="ul" p={0} mb={0} aria-label={t('home.recent')} style={{ listStyle: 'none' }}>
      {isPending && [0, 1, 2, 3].map((i) => <Skeleton key={i} component="li" h={14} my={3} />)}
      {entries.map((each) => (
        <Group key={each.id} component="li" justify="space-between" wrap="nowrap" gap="sm">
          <LinkAnchor to="/c/$collection/$id" params={{ collection: collection.name, id: each.id }} size="sm" c="inherit" truncate>
            {each.title || t('value.untitled')}
          </LinkAnchor>
          <Text size="xs" c="dimmed" flex="none">
            {ago(each.updatedAt)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
