import { Button, Group, Popover, Select, Stack } from '@mantine/core';

import { useCollection } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import type { ListSearch, Narrow } from '../../lists/search';
import { fieldFilters, fieldKey, whereOf, type FieldFilter } from '../../lists/where';
import { Icon } from '../../ui/icons';
import { fieldName } from '../../values/schema';
import { ReferenceFilter, ReferredName } from './ReferenceFilter';

/** What narrows a list by its fields: a panel with each of them, and what is chosen as words to take away. */
export function FieldFilters({ collection, search, narrow }: { collection: Collection; search: ListSearch; narrow: Narrow }) {
  const { t } = useSpeech();
  const filters = fieldFilters(collection);
  const where = whereOf(search, collection);
  const set = (field: string, value: string | null) => narrow({ [fieldKey(field)]: value ?? undefined });
  if (filters.length === 0) return null;
  return (
    <>
      <Popover position="bottom-start" withinPortal trapFocus width={280}>
        <Popover.Target>
          <Button variant="default" leftSection={<Icon name="filter" />}>
            {t('list.filters')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="sm" aria-label={t('list.filters')}>
          <Stack gap="sm">
            {filters.map((filter) => (
              <FieldControl key={filter.field} filter={filter} value={where[filter.field] ?? null} set={(value) => set(filter.field, value)} />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Group gap={6} display={Object.keys(where).length === 0 ? 'none' : undefined}>
        {filters.map((filter) => {
          const value = where[filter.field];
          return value !== undefined && <Chosen key={filter.field} filter={filter} value={value} remove={() => set(filter.field, null)} />;
        })}
      </Group>
    </>
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
    clearable: true,
    clearButtonProps: { 'aria-label': t('action.clear') },
    // A list in a portal would be outside the panel, which closes at a click there.
    comboboxProps: { withinPortal: false },
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
    <Button variant="light" size="compact-sm" rightSection={<Icon name="close" size={13} />} onClick={remove} aria-description={speech.t('list.filterRemove')}>
      {fieldName(speech, filter.schema, filter.field)}: {target ? <ReferredName target={target} field={filter.field} value={value} /> : name}
    </Button>
  );
}
