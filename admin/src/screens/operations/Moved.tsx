import { Button, Group, Table, Text } from '@mantine/core';

import { useCollection } from '../../api/session';
import type { Entry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Value } from '../../lists/Value';
import { Notice } from '../../ui/Notice';
import { fieldsOf, sameValue } from '../../values/data';
import { propertySchema, fieldTitle } from '../../values/schema';
import type { Move } from './useOperationRun';

/** Says that somebody else was quicker, what they changed, and offers to go on with the row as it is now. */
export function Moved({ move: { seen, now }, take }: { move: Move; take: (now: Entry) => void }) {
  const { t } = useSpeech();
  if (!now) {
    return (
      <Notice tone="danger" icon="alert" urgent mb={0} title={t('operations.rowGone')}>
        <Text size="sm">{t('operations.rowGoneHint')}</Text>
      </Notice>
    );
  }
  return (
    <Notice tone="warning" icon="alert" urgent mb={0} title={t('operations.moved')}>
      <Text size="sm">{t('operations.movedHint', { seen: seen.version, now: now.version })}</Text>
      <Changes seen={seen} now={now} />
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={() => take(now)}>
          {t('operations.takeNew')}
        </Button>
      </Group>
    </Notice>
  );
}

function Changes({ seen, now }: { seen: Entry; now: Entry }) {
  const speech = useSpeech();
  const { t } = speech;
  const collection = useCollection(now.collection);
  const fields = fieldsOf(seen.data, now.data).filter((field) => !sameValue(seen.data[field], now.data[field]));
  if (!collection || fields.length === 0) return null;
  const schemaOf = (field: string) => propertySchema(collection, field);
  return (
    <Table fz="sm" mt="xs" withRowBorders={false} verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('operations.field')}</Table.Th>
          <Table.Th>{t('operations.seen')}</Table.Th>
          <Table.Th>{t('operations.now')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map((field) => (
          <Table.Tr key={field}>
            <Table.Th fw={500}>{fieldTitle(speech, collection, field)}</Table.Th>
            <Table.Td>
              <Value value={seen.data[field]} schema={schemaOf(field)} currency={seen.data['currency']} />
            </Table.Td>
            <Table.Td>
              <Value value={now.data[field]} schema={schemaOf(field)} currency={now.data['currency']} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
