import { Anchor, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';

import type { Collection, Entry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Facts, factsOf } from '../../lists/Facts';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { EntryStatus } from '../../ui/EntryStatus';
import { saidOf } from '../../values/said';
import type { Subject } from '../../operations/subject';
import { propertySchemas } from '../../values/schema';
import type { Captured } from './useRow';
import { useRowTitle } from './useRowTitle';

interface RowCardProps {
  row: Captured;
  subject: Subject;
  collection: Collection | undefined;
  /** The row was not chosen: what was typed names it. */
  named?: boolean;
  /** Chooses another row. */
  change?: () => void;
}

/** The row that an operation is about, as it was when it was opened. */
export function RowCard({ row, subject, collection, named = false, change }: RowCardProps) {
  const { t, text } = useSpeech();
  return (
    <Card withBorder padding="sm" component="section" data-row aria-label={t('operations.row')}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="xs" c="dimmed" fw={600}>
          {row.state === 'none' ? text(collection?.title, collection?.name) : t('operations.runsOn')}
        </Text>
        {change && (
          <Button size="compact-xs" variant="subtle" onClick={change}>
            {t(row.state === 'none' ? 'operations.chooseRow' : 'operations.chooseOther')}
          </Button>
        )}
      </Group>
      <Content row={row} subject={subject} collection={collection} named={named} />
    </Card>
  );
}

function Content({ row: { state, entry, error, again }, subject, collection, named }: RowCardProps) {
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
      <Row entry={entry} subject={subject} collection={collection} />
    </Stack>
  );
}

/** How many properties a card shows. */
const most = 7;

function Row({ entry, subject, collection }: { entry: Entry; subject: Subject; collection: Collection | undefined }) {
  const { t, text } = useSpeech();
  const { data } = entry;
  const title = useRowTitle(entry);
  const telling = factsOf(data, propertySchemas(collection)).filter(({ value }) => typeof value !== 'object' && value !== title?.text);
  // What the form takes from the row is not asked for, and is told here.
  const taken = subject.bindings.map(({ rowField }) => rowField);
  const facts = [...telling.filter(({ name }) => taken.includes(name)), ...telling.filter(({ name }) => !taken.includes(name))];
  return (
    <>
      <LinkAnchor to="/c/$collection/$id" params={{ collection: entry.collection, id: entry.id }} fw={600} size="sm">
        {title?.shown}
      </LinkAnchor>
      <Group gap="sm">
        <EntryStatus collection={collection} entry={entry} />
        <Text size="xs" c="dimmed">
          {text(collection?.title, collection?.name)} · {t('value.version', { version: entry.version })} · <Ago time={entry.updatedAt} />
        </Text>
      </Group>
      <Facts facts={facts.slice(0, most)} currency={data['currency']} />
    </>
  );
}
