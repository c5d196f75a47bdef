import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { foresightQuery, type BulkTarget, type BulkWish } from '../../api/bulk';
import type { Collection, EntryCount, Foresight } from '../../api/types.gen';
import { Form } from '../../forms/Form';
import { useSpeech, type Speech } from '../../i18n/text';
import { extentIn, extentOf, type Extent } from '../../lists/extent';
import { isValueList, listChanges, schemaOfValues, setWish, valuesOf, type ListChange } from '../../lists/listChange';
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
  // Most who change the tags of many entries want the others to stay.
  const [wanted, want] = useState<ListChange>('add');
  const listed = field !== null && isValueList(collection, field);
  const change = listed ? wanted : 'replace';
  const value = field === null ? undefined : said?.[field];
  const isSaid = said !== undefined && (change === 'replace' || valuesOf(value).length > 0);
  const wish = setWish(field ?? '', change, value);
  const { data, error } = useQuery({ ...foresightQuery(collection.name, target, wish), enabled: field !== null && isSaid });
  const extent = extentOf(count, data);
  const empties = field !== null && change === 'replace' && value === undefined && mayBeEmpty(collection, field);
  return (
    <Stack gap="md">
      <Select
        label={t('list.conditionField')}
        placeholder={t('bulk.setNone')}
        data={fields.map((each) => optionOf(each, collection, speech))}
        value={field}
        onChange={(next) => {
          setField(next);
          want('add');
          say(undefined);
        }}
        allowDeselect={false}
        searchable={fields.length > 8}
        openOnFocus={false}
        data-autofocus
      />
      {listed && (
        <SegmentedControl
          aria-label={t('bulk.list')}
          data={listChanges.map((each) => ({ value: each, label: t(`bulk.list.${each}`) }))}
          value={change}
          onChange={(next) => {
            want(next);
            if (valuesOf(value).length === 0) say(undefined);
          }}
        />
      )}
      {field !== null && (
        <Form
          key={field}
          schema={schemaOfValues(collection, field, change)}
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
      {field !== null && <Outcome collection={collection} foresight={isSaid ? data : undefined} extent={extent} change={change} empties={empties} said={isSaid} />}
      <Group justify="flex-end">
        {empties && said === undefined && (
          <Button variant="subtle" mr="auto" onClick={() => say({})}>
            {t('bulk.empty')}
          </Button>
        )}
        <Button variant="default" onClick={close}>
          {t('action.cancel')}
        </Button>
        <Button disabled={!isSaid || !data || extent.count === 0} onClick={() => go(wish)}>
          {t(empties && isSaid ? 'bulk.empty' : `bulk.go.${change}`)}
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
  change: ListChange;
  /** The field is left without a value. */
  empties: boolean;
  said: boolean;
}

/** What becomes of how many entries. */
function Outcome({ collection, foresight, extent, change, empties, said }: OutcomeProps) {
  const speech = useSpeech();
  const { t, plural } = speech;
  if (!said) return <Text size="sm" c="dimmed">{t(empties ? 'bulk.setValue' : 'bulk.setNeeded')}</Text>;
  if (!foresight) return null;
  const { entries, more } = foresight;
  const { same = 0 } = entries;
  const refused = entries.stay - same;
  return (
    <Text size="sm" role="status">
      {t(empties ? 'bulk.emptySome' : `bulk.some.${change}`, { entries: extentIn(speech, extent, collection) })} {entries.drafted > 0 && plural('bulk.setDrafted', entries.drafted)} {same > 0 && plural('bulk.same', same)}{' '}
      {refused > 0 && plural('bulk.left', refused)} {entries.reasons[0] && reasonOf(collection, entries.reasons[0], speech, 'set')} {more && t('bulk.foreseen')}
    </Text>
  );
}
