import { ActionIcon, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';

import type { Collection } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { useSpeech } from '../../i18n/text';
import { fieldTitle } from '../../lists/Value';
import type { ListSearch } from '../../lists/search';
import { Icon } from '../../ui/icons';
import type { Narrow } from './Collection';
import { mostTabs } from './ListTabs';

interface ToolsProps {
  collection: Collection;
  search: ListSearch;
  narrow: Narrow;
}

/** What narrows a list: the search, and the filter of its uiSchema where that has too many values for tabs. */
export function ListTools({ collection, search, narrow }: ToolsProps) {
  const { filter } = collection;
  const long = filter && filter.values.length > mostTabs;
  if (collection.searchable.length === 0 && !long) return null;
  return (
    <Group gap="sm" mb="sm">
      {collection.searchable.length > 0 && <SearchBox collection={collection} term={search.q ?? ''} narrow={narrow} />}
      {long && <FilterBox collection={collection} filter={filter} value={search.filter} narrow={narrow} />}
    </Group>
  );
}

/** The longest term that the service takes. */
const longestTerm = 200;

function SearchBox({ collection, term, narrow }: { collection: Collection; term: string; narrow: Narrow }) {
  const { t, text } = useSpeech();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(term);
  const [asked, setAsked] = useState(term);
  const [seen, setSeen] = useState(term);
  const search = useDebouncedCallback((q: string) => {
    setAsked(q);
    narrow({ q });
  }, 250);
  // The address may change under the box, by the palette or by going back; what this box asked for itself it
  // has shown since.
  if (seen !== term) {
    setSeen(term);
    if (term !== asked) setTyped(term);
  }
  useShortcut({ keys: '/', label: 'shortcuts.search', group: 'list' }, () => input.current?.focus());
  const type = (next: string) => {
    setTyped(next);
    search(next.trim());
  };
  const label = t('list.search', { collection: text(collection.title, collection.name) });
  return (
    <TextInput
      ref={input}
      type="search"
      flex="1 1 220px"
      maw={380}
      value={typed}
      maxLength={longestTerm}
      onChange={(event) => type(event.currentTarget.value)}
      placeholder={label}
      aria-label={label}
      leftSection={<Icon name="search" />}
      rightSection={
        typed && (
          <ActionIcon variant="subtle" color="gray" onClick={() => type('')} aria-label={t('list.searchClear')}>
            <Icon name="close" />
          </ActionIcon>
        )
      }
    />
  );
}

interface FilterBoxProps {
  collection: Collection;
  filter: NonNullable<Collection['filter']>;
  value: string | undefined;
  narrow: Narrow;
}

function FilterBox({ collection, filter, value, narrow }: FilterBoxProps) {
  const { t } = useSpeech();
  const field = fieldTitle(collection, filter.field);
  return (
    <Select
      data={filter.values}
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
