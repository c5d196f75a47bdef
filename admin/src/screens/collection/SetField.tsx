import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { foresightQuery, type BulkTarget, type BulkWish } from '../../api/bulk';
import type { Collection, EntryCount } from '../../api/types.gen';
import { Form } from '../../forms/Form';
import { useSpeech } from '../../i18n/text';
import { extentIn, extentOf } from '../../lists/extent';
import { Dialog } from '../../ui/Dialog';
import { Refusal } from '../../ui/Refusal';
import { reasonFailure, reasonOf } from '../../values/reasons';
import { fieldTitle, propertySchemas } from '../../values/schema';

interface SetFieldProps {
  opened: boolean;
  collection: Collection;
  target: BulkTarget;
  /** How many entries there are, as far as is known. */
  count: EntryCount;
  close: () => void;
  go: (wish: BulkWish) => void;
}

/** Sets one property of many entries, and says before how many take it. */
export function SetField({ opened, close, ...rest }: SetFieldProps) {
  const { t } = useSpeech();
  return (
    <Dialog opened={opened} close={close} title={t('bulk.set')}>
      <Chosen {...rest} close={close} />
    </Dialog>
  );
}

function Chosen({ collection, target, count, close, go }: Omit<SetFieldProps, 'opened'>) {
  const speech = useSpeech();
  const { t, plural } = speech;
  const fields = Object.keys(propertySchemas(collection));
  const [field, setField] = useState(fields[0] ?? '');
  const [value, setValue] = useState<Record<string, unknown>>({});
  const wish: BulkWish = { action: 'set', field, ...(value[field] === undefined ? {} : { value: value[field] }) };
  const { data, error } = useQuery({ ...foresightQuery(collection.name, target, wish), enabled: field !== '' });
  const extent = extentOf(count, data);
  return (
    <Stack gap="md">
      <Select
        label={t('list.conditionField')}
        data={fields.map((each) => ({ value: each, label: fieldTitle(speech, collection, each) }))}
        value={field}
        onChange={(next) => {
          setField(next ?? '');
          setValue({});
        }}
        allowDeselect={false}
      />
      <Form key={field} schema={collection.schema} uiSchema={collection.uiSchema} collection={collection.name} value={value} change={setValue} hidden={fields.filter((each) => each !== field)} partial idPrefix="set-field" />
      <Refusal error={error && reasonFailure(error, collection, speech, 'set')} title={t('trouble.notDone')} />
      {data && (
        <Text size="sm" role="status">
          {t('bulk.setSome', { entries: extentIn(speech, extent) })} {data.entries.drafted > 0 && plural('bulk.setDrafted', data.entries.drafted)} {data.entries.stay > 0 && plural('bulk.left', data.entries.stay)}{' '}
          {data.entries.reasons[0] && reasonOf(collection, data.entries.reasons[0], speech, 'set')} {data.more && t('bulk.foreseen')}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('action.cancel')}
        </Button>
        <Button disabled={!data || extent.count === 0} onClick={() => go(wish)}>
          {t('bulk.setGo')}
        </Button>
      </Group>
    </Stack>
  );
}
