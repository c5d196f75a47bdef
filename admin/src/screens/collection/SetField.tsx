import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { foresightQuery, type BulkTarget, type BulkWish } from '../../api/bulk';
import type { Collection, EntryCount, Foresight } from '../../api/types.gen';
import { Form } from '../../forms/Form';
import { useSpeech, type Speech } from '../../i18n/text';
import { extentIn, extentOf, type Extent } from '../../lists/extent';
import { mayBeEmpty, settableFields, type Settable } from '../../lists/settable';
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
  const { t } = speech;
  const fields = settableFields(collection, count.count > 1 || count.more);
  const [field, setField] = useState<string | null>(null);
  // Nothing is asked of the service before somebody has said a value, or that there shall be none.
  const [said, say] = useState<Record<string, unknown>>();
  const value = field === null ? undefined : said?.[field];
  const wish: BulkWish = { action: 'set', field: field ?? '', ...(value === undefined ? {} : { value }) };
  const { data, error } = useQuery({ ...foresightQuery(collection.name, target, wish), enabled: field !== null && said !== undefined });
  const extent = extentOf(count, data);
  const empties = field !== null && value === undefined && mayBeEmpty(collection, field);
  return (
    <Stack gap="md">
      <Select
        label={t('list.conditionField')}
        placeholder={t('bulk.setNone')}
        data={fields.map((each) => optionOf(each, collection, speech))}
        value={field}
        onChange={(next) => {
          setField(next);
          say(undefined);
        }}
        allowDeselect={false}
        searchable={fields.length > 8}
        openOnFocus={false}
        data-autofocus
      />
      {field !== null && (
        <Form
          key={field}
          schema={collection.schema}
          uiSchema={collection.uiSchema}
          collection={collection.name}
          value={said ?? {}}
          change={(next) => (said ?? next[field]) !== undefined && say(next)}
          hidden={Object.keys(propertySchemas(collection)).filter((each) => each !== field)}
          partial
          idPrefix="set-field"
        />
      )}
      <Refusal error={error && reasonFailure(error, collection, speech, 'set')} title={t('trouble.notDone')} />
      {field !== null && <Outcome collection={collection} foresight={said && data} extent={extent} empties={empties} said={said !== undefined} />}
      <Group justify="flex-end">
        {empties && said === undefined && (
          <Button variant="subtle" mr="auto" onClick={() => say({})}>
            {t('bulk.empty')}
          </Button>
        )}
        <Button variant="default" onClick={close}>
          {t('action.cancel')}
        </Button>
        <Button disabled={!said || !data || extent.count === 0} onClick={() => go(wish)}>
          {t(empties && said !== undefined ? 'bulk.empty' : 'bulk.setGo')}
        </Button>
      </Group>
    </Stack>
  );
}

/** A field as an option, and why it is none. */
function optionOf({ field, unique }: Settable, collection: Collection, speech: Speech) {
  const name = fieldTitle(speech, collection, field);
  return unique ? { value: field, label: speech.t('bulk.setUnique', { field: name }), disabled: true } : { value: field, label: name };
}

interface OutcomeProps {
  collection: Collection;
  foresight: Foresight | undefined;
  extent: Extent;
  /** The field is left without a value. */
  empties: boolean;
  said: boolean;
}

/** What becomes of how many entries. */
function Outcome({ collection, foresight, extent, empties, said }: OutcomeProps) {
  const speech = useSpeech();
  const { t, plural } = speech;
  if (!said) return <Text size="sm" c="dimmed">{t(empties ? 'bulk.setValue' : 'bulk.setNeeded')}</Text>;
  if (!foresight) return null;
  const { entries, more } = foresight;
  return (
    <Text size="sm" role="status">
      {t(empties ? 'bulk.emptySome' : 'bulk.setSome', { entries: extentIn(speech, extent, collection) })} {entries.drafted > 0 && plural('bulk.setDrafted', entries.drafted)} {entries.stay > 0 && plural('bulk.left', entries.stay)}{' '}
      {entries.reasons[0] && reasonOf(collection, entries.reasons[0], speech, 'set')} {more && t('bulk.foreseen')}
    </Text>
  );
}
