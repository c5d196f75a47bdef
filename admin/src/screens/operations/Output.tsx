import { Code, Table, Text } from '@mantine/core';

import { useCollection } from '../../api/session';
import type { Entry } from '../../api/types.gen';
import { wordsOf } from '../../forms/names';
import { useSpeech } from '../../i18n/text';
import { entryTitle } from '../../lists/entryTitle';
import { Facts } from '../../lists/Facts';
import { propertySchema, Value } from '../../lists/Value';
import { LinkAnchor } from '../../ui/links';
import { isEntry, isObject, isRemoval, isTable } from './output';

/** What an operation answered, as something to read. */
export function Output({ value }: { value: unknown }) {
  const { t } = useSpeech();
  if (isEntry(value)) return <EntryOutput entry={value} />;
  if (isRemoval(value)) return <Text size="sm">{t(value.removed ? 'operations.removed' : 'operations.notRemoved')}</Text>;
  if (isTable(value)) return <TableOutput rows={value} />;
  if (isObject(value)) {
    const facts = Object.entries(value).map(([name, each]) => ({ name, value: each }));
    return facts.length > 0 ? <Facts facts={facts} long /> : <Text size="sm">{t('operations.noOutput')}</Text>;
  }
  if (value === null || value === undefined) return <Text size="sm">{t('operations.noOutput')}</Text>;
  return Array.isArray(value) ? <Code block>{JSON.stringify(value, null, 2)}</Code> : <Value value={value} schema={undefined} />;
}

function EntryOutput({ entry }: { entry: Entry }) {
  const { t } = useSpeech();
  const collection = useCollection(entry.collection);
  const facts = Object.entries(entry.data).map(([name, value]) => ({ name, value, schema: collection && propertySchema(collection, name) }));
  return (
    <>
      <LinkAnchor to="/c/$collection/$id" params={{ collection: entry.collection, id: entry.id }} fw={600}>
        {entryTitle(entry, collection)}
      </LinkAnchor>
      <Text size="xs" c="dimmed" mb="sm">
        {t('operations.version', { version: entry.version })} · {t(`status.${entry.status}`)}
      </Text>
      <Facts facts={facts} currency={entry.data['currency']} long />
    </>
  );
}

function TableOutput({ rows }: { rows: Record<string, unknown>[] }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table fz="sm">
        <Table.Thead>
          <Table.Tr>
            {names.map((name) => (
              <Table.Th key={name} title={name}>
                {wordsOf(name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, i) => (
            <Table.Tr key={i}>
              {names.map((name) => (
                <Table.Td key={name}>
                  <Value value={row[name]} schema={undefined} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
