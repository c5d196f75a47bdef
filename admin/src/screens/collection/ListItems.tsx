import { Menu } from '@mantine/core';

import { exportAddress } from '../../api/entries';
import { useBootstrap } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { listOf, type ListSearch } from '../../lists/search';
import { Icon } from '../../ui/icons';
import { LinkItem } from '../../ui/links';

interface ListProps {
  collection: Collection;
  search: ListSearch;
}

/** What can be done with every list: all of it as CSV, and the operations that belong to it. */
export function useListActions({ collection, search }: ListProps) {
  const { operations } = useBootstrap();
  return { csv: exportAddress(listOf(search, collection)), own: operations.filter((each) => each.uiSchema?.['collectionAction'] === collection.name) };
}

/** The same as the items of a menu. */
export function ListItems(list: ListProps) {
  const { t, text } = useSpeech();
  const { csv, own } = useListActions(list);
  return (
    <>
      <Menu.Item component="a" href={csv} download leftSection={<Icon name="download" />}>
        {t('list.export')}
      </Menu.Item>
      {own.map((each) => (
        <LinkItem key={each.name} to="/ops" search={{ run: each.name }} leftSection={<Icon name="operation" />}>
          {text(each.title, each.name)}
        </LinkItem>
      ))}
    </>
  );
}
