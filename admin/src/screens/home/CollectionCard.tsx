import { ActionIcon, Card, Group, Skeleton, Text, Title } from '@mantine/core';
import { useDisclosure, useInViewport } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { statisticsQuery } from '../../api/entries';
import { mayCreate, useMe } from '../../api/session';
import type { Collection, Statistics } from '../../api/types.gen';
import type { Span } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { LinkActionIcon, LinkAnchor } from '../../ui/links';
import { BarChart } from './BarChart';
import { isChart, made } from './buckets';
import { Counts } from './Counts';
import { Numbers } from './Numbers';

/** A collection in numbers. They are asked for when the card is first seen. */
export function CollectionCard({ collection, range }: { collection: Collection; range: Span }) {
  const { text } = useSpeech();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const query = useQuery({ ...statisticsQuery(collection.name, range), enabled: inViewport, placeholderData: keepPreviousData });
  const title = text(collection.title, collection.name);
  return (
    <Card withBorder padding="lg" radius="lg" ref={ref} component="section" aria-label={title}>
      <Head collection={collection} title={title} total={query.data?.total} />
      <Counts collection={collection} statistics={query.data} />
      <Made title={title} statistics={query.data} failed={query.isError && !query.data} stale={query.isPlaceholderData} />
    </Card>
  );
}

function Head({ collection, title, total }: { collection: Collection; title: string; total: number | undefined }) {
  const { t, plural } = useSpeech();
  const me = useMe();
  const label = t('home.newIn', { collection: title });
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" mih={28}>
      <Title order={3} size="h3" lineClamp={1}>
        <LinkAnchor to="/c/$collection" params={{ collection: collection.name }} inherit c="inherit">
          {title}
        </LinkAnchor>
      </Title>
      <Group gap={6} wrap="nowrap" flex="none">
        {total === undefined ? <Skeleton h={12} w={60} /> : <Text size="sm" c="dimmed">{plural('home.total', total)}</Text>}
        {mayCreate(me.role, collection) && (
          <LinkActionIcon variant="subtle" to="/c/$collection/$id" params={{ collection: collection.name, id: 'new' }} aria-label={label} title={label}>
            <Icon name="plus" />
          </LinkActionIcon>
        )}
      </Group>
    </Group>
  );
}

/** How many were made, as a chart and, on demand, as a table; nothing where none were, and no chart where it has one bar. */
function Made({ title, statistics, failed, stale }: { title: string; statistics: Statistics | undefined; failed: boolean; stale: boolean }) {
  const { t, plural } = useSpeech();
  const [opened, { open, close }] = useDisclosure(false);
  if (failed) return <Text size="sm" c="dimmed" mt="sm">{t('home.chartFailed')}</Text>;
  if (!statistics) return <Skeleton h={20} mt="xs" />;
  if (made(statistics) === 0) return null;
  const label = t('home.numbers', { collection: title });
  return (
    <div data-stale={stale || undefined}>
      <Group justify="space-between" mt="xs" wrap="nowrap" mih={28}>
        <Text size="sm">{plural('home.made', made(statistics))}</Text>
        {isChart(statistics) && (
          <ActionIcon variant="subtle" color="gray" onClick={open} aria-label={label} title={label}>
            <Icon name="table" />
          </ActionIcon>
        )}
      </Group>
      {isChart(statistics) && <BarChart title={title} statistics={statistics} />}
      <Numbers title={label} statistics={statistics} opened={opened} close={close} />
    </div>
  );
}
