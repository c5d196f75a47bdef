import { Anchor, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';

import type { Collection, Entry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Facts, factsOf } from '../../lists/Facts';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { EntryStatus } from '../../ui/EntryStatus';
import { saidOf } from '../../values/said';
import { propertySchemas } from '../../values/schema';
import { titleOf } from '../../values/title';
import type { Captured } from './useRow';

interface RowCardProps {
  row: Captured;
  collection: Collection | undefined;
  /** The row was not chosen: what was typed names it. */
  named?: boolean;
  /** Chooses another row. */
  change?: () => void;
}

/** The row that an operation is about, as it was when it was opened. */
export function RowCard({ row, collection, named = false, change }: RowCardProps) {
  const { t, text } = useSpeech();
  return (
    <Card withBorder padding="sm" component="section" data-row aria-label={t('operations.row')}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="xs" c="dimmed" fw={600}>
          {text(collection?.title, collection?.name)}
        </Text>
        {change && (
          <Button size="compact-xs" variant="subtle" onClick={change}>
            {t(row.state === 'none' ? 'operations.chooseRow' : 'operations.chooseOther')}
          </Button>
        )}
      </Group>
      <Content row={row} collection={collection} named={named} />
    </Card>
  );
}

function Content({ row: { state, entry, error, again }, collection, named }: RowCardProps) {
  const speech = useSpeech();
  const { t } = speech;
  if (error) {
    return (
      <Text size="sm" role="alert">
        {saidOf(error, speech)} <Anchor component="button" type="button" size="sm" onClick={() => void again()}>{t('action.retry')}</Anchor>
      </Text>
    );
  }
  if (state === 'gone') return <Text size="sm">{t('operations.rowGone')}</Text>;
  if (state === 'none') return <Text size="sm">{t('operations.withoutRowHint')}</Text>;
  if (!entry) return <Skeleton h={96} />;
  return (
    <Stack gap={6}>
      {named && <Text size="sm">{t('operations.named')}</Text>}
      <Row entry={entry} collection={collection} />
    </Stack>
  );
}

/** How many properties a card shows. */
const most = 7;

function Row({ entry, collection }: { entry: Entry; collection: Collection | undefined }) {
  const { t, language } = useSpeech();
  const { data } = entry;
  const title = titleOf(collection, entry.data, language) || t('value.untitled');
  const telling = factsOf(data, propertySchemas(collection)).filter(({ value }) => typeof value !== 'object' && value !== title);
  return (
    <>
      <LinkAnchor to="/c/$collection/$id" params={{ collection: entry.collection, id: entry.id }} fw={600} size="sm">
        {title}
      </LinkAnchor>
      <Group gap="sm">
        <EntryStatus collection={collection} entry={entry} />
        <Text size="xs" c="dimmed">
          {t('value.version', { version: entry.version })} · <Ago time={entry.updatedAt} />
        </Text>
      </Group>
      <Facts facts={telling.slice(0, most)} currency={data['currency']} />
    </>
  );
}
