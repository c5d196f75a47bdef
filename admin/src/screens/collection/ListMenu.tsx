import { ActionIcon, Menu, Text } from '@mantine/core';

import { mayMove, useMe } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { layoutOf, layoutsOf } from '../../lists/layout';
import { nextOrder, orderOf, type ListSearch, type Narrow } from '../../lists/search';
import { Icon } from '../../ui/icons';
import { layoutIcons } from './LayoutChoice';
import { ListItems } from './ListItems';
import { useSaved } from './SavedMenu';
import { useColumns } from './columns';
import type { Selecting } from './useSelecting';

interface MenuProps {
  collection: Collection;
  search: ListSearch;
  narrow: Narrow;
  selecting: Selecting;
}

/** All that there is to a list beside its search and its filters, where there is no room for it: one menu. */
export function ListMenu({ selecting, ...list }: MenuProps) {
  const { t } = useSpeech();
  const { role } = useMe();
  const { collection, search } = list;
  const { items, dialogs } = useSaved({ collection, search });
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} ml="auto" aria-label={t('list.tools')}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah="min(70vh, 520px)" style={{ overflowY: 'auto' }}>
          {mayMove(role, collection) && (
            <Menu.Item leftSection={<Icon name="check" />} onClick={selecting.on ? selecting.end : selecting.begin}>
              {t(selecting.on ? 'list.selectingDone' : 'list.selecting')}
            </Menu.Item>
          )}
          <ListItems collection={collection} search={search} />
          <Layouts {...list} />
          <Orders {...list} />
          <Menu.Label>{t('saved.lists')}</Menu.Label>
          {items}
        </Menu.Dropdown>
      </Menu>
      {dialogs}
    </>
  );
}

type ListProps = Pick<MenuProps, 'collection' | 'search' | 'narrow'>;

function Layouts({ collection, search, narrow }: ListProps) {
  const { t } = useSpeech();
  const offered = layoutsOf(collection);
  if (offered.length < 2) return null;
  const current = layoutOf(search, collection);
  return (
    <>
      <Menu.Label>{t('layout.label')}</Menu.Label>
      {offered.map((layout) => (
        <Menu.Item
          key={layout}
          leftSection={<Icon name={layoutIcons[layout]} />}
          rightSection={layout === current && <Icon name="check" />}
          aria-current={layout === current ? 'true' : undefined}
          onClick={() => narrow({ layout })}
        >
          {t(`layout.${layout}`)}
        </Menu.Item>
      ))}
    </>
  );
}

/** What the heads of columns do where there are columns. */
function Orders({ collection, search, narrow }: ListProps) {
  const { t } = useSpeech();
  const columns = useColumns(collection, { plain: true });
  const order = orderOf(search, collection);
  return (
    <>
      <Menu.Label>{t('list.order')}</Menu.Label>
      {columns.map(({ sort, head, sortName, slow }) => {
        if (sort === undefined) return null;
        const direction = order.sort === sort ? order.direction : undefined;
        return (
          <Menu.Item
            key={sort}
            closeMenuOnClick={false}
            aria-current={direction === undefined ? undefined : 'true'}
            rightSection={direction && <Icon name={direction === 'asc' ? 'up' : 'down'} aria-label={t(direction === 'asc' ? 'list.ascending' : 'list.descending')} />}
            onClick={() => narrow({ ...nextOrder(sort, order) })}
          >
            {sortName ?? head}
            {slow && (
              <Text size="xs" c="dimmed">
                {t('list.slowly')}
              </Text>
            )}
          </Menu.Item>
        );
      })}
    </>
  );
}
