import { Group, Select } from '@mantine/core';

import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { layoutOf } from '../../lists/layout';
import { SearchBox } from '../../lists/SearchBox';
import type { ListSearch, Narrow } from '../../lists/search';
import { choiceName } from '../../values/names';
import { fieldTitle } from '../../values/schema';
import { ColumnMenu } from './ColumnMenu';
import { Conditions } from './Conditions';
import { FieldFilters } from './FieldFilters';
import { LayoutChoice } from './LayoutChoice';
import { mostTabs } from './ListTabs';
import { SavedMenu } from './SavedMenu';

interface ToolsProps {
  collection: Collection;
  search: ListSearch;
  narrow: Narrow;
}

/** What narrows a list: the search, the filter of its uiSchema where that has too many values for tabs, other fields; and its columns. */
export function ListTools({ collection, search, narrow }: ToolsProps) {
  const { t, text } = useSpeech();
  const { filter } = collection;
  const long = filter && filter.values.length > mostTabs;
  return (
    <Group gap="sm" mb="sm">
      <SearchBox label={t('list.search', { collection: text(collection.title, collection.name) })} term={search.q ?? ''} search={(q) => narrow({ q }, 'typed')} />
      {long && <FilterBox collection={collection} filter={filter} value={search.filter} narrow={narrow} />}
      <FieldFilters collection={collection} search={search} narrow={narrow} />
      <Conditions collection={collection} search={search} narrow={narrow} />
      <Group ml="auto" gap="sm">
        <LayoutChoice collection={collection} search={search} narrow={narrow} />
        <SavedMenu collection={collection} search={search} />
        {layoutOf(search, collection) === 'table' && <ColumnMenu collection={collection} search={search} narrow={narrow} />}
      </Group>
    </Group>
  );
}

interface FilterBoxProps {
  collection: Collection;
  filter: NonNullable<Collection['filter']>;
  value: string | undefined;
  narrow: Narrow;
}

function FilterBox({ collection, filter, value, narrow }: FilterBoxProps) {
  const speech = useSpeech();
  const { t, language } = speech;
  const field = fieldTitle(speech, collection, filter.field);
  return (
    <Select
      data={filter.values.map((each) => ({ value: each, label: choiceName(filter.values, each, language) }))}
      value={value ?? null}
      onChange={(next) => narrow({ filter: next ?? undefined })}
      placeholder={t('list.filterAll', { field })}
      aria-label={t('list.filterTabs', { field })}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      w={200}
    />
  );
}
