import { ActionIcon, Group } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { Collection } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { layoutOf } from '../../lists/layout';
import { SearchBox } from '../../lists/SearchBox';
import type { ListSearch, Narrow } from '../../lists/search';
import { useNarrow } from '../../lists/useNarrow';
import { ColumnMenu } from './ColumnMenu';
import { Filters, Held } from './Filters';
import { LayoutChoice } from './LayoutChoice';
import { SavedMenu } from './SavedMenu';
import type { Selecting } from './useSelecting';

const ListMenu = lazy(part(() => import('./ListMenu').then((module) => ({ default: module.ListMenu }))));

interface ToolsProps {
  collection: Collection;
  search: ListSearch;
  narrow: Narrow;
  selecting: Selecting;
}

/** The search of a list, its filters, and what else there is to it, which a narrow window has in one menu. */
export function ListTools({ selecting, ...list }: ToolsProps) {
  const { t, text } = useSpeech();
  const { collection, search, narrow } = list;
  const isNarrow = useNarrow();
  return (
    <>
      <Group gap="sm" mb="sm">
        <SearchBox label={t('list.search', { collection: text(collection.title, collection.name) })} term={search.q ?? ''} search={(q) => narrow({ q }, 'typed')} />
        <Filters {...list} />
        {isNarrow ? (
          <Suspense fallback={<ActionIcon variant="default" size={36} ml="auto" loading aria-label={t('list.tools')} />}>
            <ListMenu {...list} selecting={selecting} />
          </Suspense>
        ) : (
          <Group ml="auto" gap="sm">
            <LayoutChoice {...list} />
            <SavedMenu collection={collection} search={search} />
            {layoutOf(search, collection) === 'table' && <ColumnMenu {...list} />}
          </Group>
        )}
      </Group>
      <Held {...list} />
    </>
  );
}
