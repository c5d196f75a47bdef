import { Button, Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';

import { useCollection } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { longFilter } from '../../lists/filters';
import type { ListSearch, Narrow } from '../../lists/search';
import { fieldFilters, fieldKey, whereOf, type FieldFilter } from '../../lists/where';
import { Icon } from '../../ui/icons';
import { choiceName } from '../../values/names';
import { fieldName, fieldTitle } from '../../values/schema';
import { Or } from './Conditions';
import { ReferenceFilter, ReferredName } from './ReferenceFilter';

interface FiltersProps {
  collection: Collection;
  search: ListSearch;
  narrow: Narrow;
}

/** The fields that are chosen from, that of the tabs first where it has too many values for those. */
export function FieldControls({ collection, search, narrow }: FiltersProps) {
  const where = whereOf(search, collection);
  const long = longFilter(collection);
  return (
    <>
      {long && <ValueControl collection={collection} filter={long} value={search.filter} narrow={narrow} />}
      {fieldFilters(collection).map((filter) => (
        <FieldControl key={filter.field} filter={filter} value={where[filter.field] ?? null} set={(value) => narrow({ [fieldKey(filter.field)]: value ?? undefined })} />
      ))}
    </>
  );
}

/** What is chosen, as words to take away. */
export function HeldFilters({ collection, search, narrow }: FiltersProps) {
  const speech = useSpeech();
  const where = whereOf(search, collection);
  const long = longFilter(collection);
  const value = long?.values.find((each) => each === search.filter);
  return (
    <>
      {long && value !== undefined && (
        <Taken remove={() => narrow({ filter: undefined })}>
          {fieldTitle(speech, collection, long.field)}: {choiceName(long.values, value, speech.language)}
        </Taken>
      )}
      {fieldFilters(collection).map((filter) => {
        const chosen = where[filter.field];
        if (chosen === undefined) return null;
        const key = fieldKey(filter.field);
        return (
          <Group key={filter.field} gap={6}>
            <Chosen filter={filter} value={chosen} remove={() => narrow({ [key]: undefined })} />
            <Or beside={[{ field: filter.field, test: 'is', value: chosen, key }]} collection={collection} search={search} narrow={narrow} />
          </Group>
        );
      })}
    </>
  );
}

/** What controls in a panel share: a list in a portal would be outside the panel, which closes at a click there. */
const within = { comboboxProps: { withinPortal: false }, clearable: true } as const;

function ValueControl({ collection, filter, value, narrow }: { collection: Collection; filter: NonNullable<Collection['filter']>; value: string | undefined; narrow: Narrow }) {
  const speech = useSpeech();
  const { t, language } = speech;
  return (
    <Select
      {...within}
      data={filter.values.map((each) => ({ value: each, label: choiceName(filter.values, each, language) }))}
      value={value ?? null}
      onChange={(next) => narrow({ filter: next ?? undefined })}
      label={fieldTitle(speech, collection, filter.field)}
      placeholder={t('list.filterAny')}
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      searchable
    />
  );
}

interface ControlProps {
  filter: FieldFilter;
  value: string | null;
  set: (value: string | null) => void;
}

function FieldControl({ filter, value, set }: ControlProps) {
  const speech = useSpeech();
  const { t } = speech;
  const options = useOptions(filter);
  const shared = {
    label: fieldName(speech, filter.schema, filter.field),
    value,
    onChange: set,
    placeholder: t('list.filterAny'),
    clearButtonProps: { 'aria-label': t('action.clear') },
    ...within,
  };
  return filter.kind === 'reference' ? <ReferenceFilter {...shared} field={filter.field} to={filter.to} /> : <Select {...shared} data={options} searchable={options.length > 8} />;
}

function useOptions(filter: FieldFilter): { value: string; label: string }[] {
  const { t } = useSpeech();
  if (filter.kind === 'boolean') return [{ value: 'true', label: t('value.yes') }, { value: 'false', label: t('value.no') }];
  return filter.kind === 'values' ? filter.values.map((value) => ({ value, label: value })) : [];
}

function Chosen({ filter, value, remove }: { filter: FieldFilter; value: string; remove: () => void }) {
  const speech = useSpeech();
  const target = useCollection(filter.kind === 'reference' ? filter.to : '');
  const name = useOptions(filter).find((each) => each.value === value)?.label ?? value;
  return (
    <Taken remove={remove}>
      {fieldName(speech, filter.schema, filter.field)}: {target ? <ReferredName target={target} field={filter.field} value={value} /> : name}
    </Taken>
  );
}

function Taken({ remove, children }: { remove: () => void; children: ReactNode }) {
  const { t } = useSpeech();
  return (
    <Button variant="light" size="compact-sm" rightSection={<Icon name="close" size={13} />} onClick={remove} aria-description={t('list.filterRemove')}>
      {children}
    </Button>
  );
}
