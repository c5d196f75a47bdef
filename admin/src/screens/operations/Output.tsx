import { Group, Text } from '@mantine/core';

import { useCollection } from '../../api/session';
import type { Entry, Operation } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { areRecords, Facts, factsOf } from '../../lists/Facts';
import { Records } from '../../lists/Records';
import { Value } from '../../lists/Value';
import { EntryStatus } from '../../ui/EntryStatus';
import { Json } from '../../ui/Json';
import { LinkAnchor } from '../../ui/links';
import { isObject } from '../../values/data';
import { propertiesIn, propertySchemas } from '../../values/schema';
import { titleOf } from '../../values/title';
import { isEntry, isRemoval, rowSchemas } from './output';

/** What an operation answered, as something to read; its schema says what is money and what a time. */
export function Output({ value, schema }: { value: unknown; schema: Operation['output'] }) {
  const { t } = useSpeech();
  if (isEntry(value)) return <EntryOutput entry={value} />;
  if (isRemoval(value)) return <Text size="sm">{t(value.removed ? 'operations.removed' : 'operations.notRemoved')}</Text>;
  if (areRecords(value)) return <Records rows={value} schemas={rowSchemas(schema)} />;
  if (isObject(value) && Object.keys(value).length > 0) return <Facts facts={factsOf(value, propertiesIn(schema))} currency={value['currency']} long />;
  if (value === null || value === undefined || isObject(value)) return <Text size="sm">{t('operations.noOutput')}</Text>;
  return Array.isArray(value) ? <Json value={value} /> : <Value value={value} schema={schema} />;
}

function EntryOutput({ entry }: { entry: Entry }) {
  const { t, language } = useSpeech();
  const collection = useCollection(entry.collection);
  return (
    <>
      <LinkAnchor to="/c/$collection/$id" params={{ collection: entry.collection, id: entry.id }} fw={600}>
        {titleOf(collection, entry.data, language) || t('value.untitled')}
      </LinkAnchor>
      <Group gap="sm" mb="sm">
        <EntryStatus collection={collection} entry={entry} />
        <Text size="xs" c="dimmed">
          {t('value.version', { version: entry.version })}
        </Text>
      </Group>
      <Facts facts={factsOf(entry.data, propertySchemas(collection))} currency={entry.data['currency']} long />
    </>
  );
}
