import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';

import { useSavedLists } from '../../api/lists';
import type { Collection } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { addressOf } from '../../lists/saved';
import type { ListSearch } from '../../lists/search';
import { Icon } from '../../ui/icons';
import type { SavedAsked } from './SavedDialogs';
import { ToolButton } from './ToolButton';

// Most lists are not saved.
const SavedDialogs = lazy(part(() => import('./SavedDialogs').then((module) => ({ default: module.SavedDialogs }))));

interface SavedProps {
  collection: Collection;
  search: ListSearch;
}

/** The lists that are saved of a collection, one's own and those of everybody, and the way to save this one. */
export function SavedMenu(props: SavedProps) {
  const { t } = useSpeech();
  const { items, dialogs } = useSaved(props);
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ToolButton icon="collection" label={t('saved.lists')} />
        </Menu.Target>
        <Menu.Dropdown>{items}</Menu.Dropdown>
      </Menu>
      {dialogs}
    </>
  );
}

/** Tells that a list is not one's own alone. */
export function ForEverybody() {
  const { t } = useSpeech();
  return <Icon name="members" size={14} aria-hidden={false} role="img" aria-label={t('saved.everybody')} />;
}

/** The items of a menu for the lists that are saved, and the windows that they open, which outlive the menu. */
export function useSaved({ collection, search }: SavedProps): { items: ReactNode; dialogs: ReactNode } {
  const { t } = useSpeech();
  const navigate = useNavigate({ from: '/c/$collection' });
  const [asked, ask] = useState<SavedAsked>();
  const lists = useSavedLists(collection);
  const items = (
    <>
      {lists.map((list) => (
        <Menu.Item
          key={list.id}
          aria-current={list.id === search.list ? 'true' : undefined}
          onClick={() => void navigate({ search: addressOf(list) })}
          rightSection={
            <>
              {list.shared && <ForEverybody />}
              {list.id === search.list && <Icon name="check" />}
            </>
          }
        >
          {list.name}
        </Menu.Item>
      ))}
      {lists.length > 0 && <Menu.Divider />}
      <Menu.Item leftSection={<Icon name="plus" />} onClick={() => ask({ what: 'save' })}>
        {t('menu.asks', { verb: t('saved.save') })}
      </Menu.Item>
      {lists
        .filter(({ changeable }) => changeable)
        .flatMap((list) => [
          <Menu.Item key={`${list.id} name`} leftSection={<Icon name="draft" />} onClick={() => ask({ what: 'rename', list })}>
            {t('menu.asks', { verb: t('saved.change', { name: list.name }) })}
          </Menu.Item>,
          <Menu.Item key={`${list.id} delete`} color="red" leftSection={<Icon name="trash" />} onClick={() => ask({ what: 'delete', list })}>
            {t('menu.asks', { verb: t('saved.delete', { name: list.name }) })}
          </Menu.Item>,
        ])}
    </>
  );
  const dialogs = asked && (
    <Suspense>
      <SavedDialogs collection={collection} search={search} asked={asked} close={() => ask(undefined)} />
    </Suspense>
  );
  return { items, dialogs };
}
