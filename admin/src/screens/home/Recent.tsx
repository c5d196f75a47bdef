import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { homeQuery } from '../../api/home';
import { findCollection, useBootstrap } from '../../api/session';
import type { Recent as RecentChange } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { EntryStatus } from '../../ui/EntryStatus';
import { localeName } from '../../values/names';
import { useTitles } from '../../values/useTitles';

/** How many lines are kept free until the list is there. */
const usual = 10;

/** What changed last, an article once. */
export function Recent() {
  const { t } = useSpeech();
  const { me } = useBootstrap();
  const { data, isPending } = useQuery(homeQuery(me.userId));
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t('home.recent')} data-recent>
      <Title order={2} size="h3" fz="md">
        {t('home.recent')}
      </Title>
      <Stack gap="xs" mt="sm" component="ul" p={0} mb={0} style={{ listStyle: 'none' }} aria-busy={isPending}>
        {isPending
          ? Array.from({ length: usual }, (_, i) => <Skeleton key={i} component="li" h={38} />)
          : data?.recent.map((each) => <RecentEntry key={each.entry.id} change={each} />)}
      </Stack>
    </Card>
  );
}

function RecentEntry({ change: { entry, changedAt, locales } }: { change: RecentChange }) {
  const { t, text, language } = useSpeech();
  const collection = findCollection(useBootstrap().collections, entry.collection);
  const titled = useTitles();
  const words = entry.locale ? [entry.locale] : locales;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <LinkAnchor to="/c/$collection/$id" params={{ collection: entry.collection, id: entry.id }} search={locales[0] ? { locale: locales[0] } : {}} size="sm" c="inherit" truncate>
          {titled(entry)}
        </LinkAnchor>
        <Text size="xs" c="dimmed" flex="none">
          <Ago time={changedAt} />
        </Text>
      </Group>
      <Group gap="sm" wrap="nowrap" fz="xs" c="dimmed">
        <Text span size="xs" truncate>
          {[t('home.recentIn', { collection: text(collection?.title, entry.collection) }), ...words.map((each) => localeName(each, language))].join(' · ')}
        </Text>
        <EntryStatus collection={collection} entry={entry} />
      </Group>
    </li>
  );
}
