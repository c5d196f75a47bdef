import { ActionIcon, Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { mayCreate, useMe } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { useSpeech } from '../../i18n/text';
import type { ListSearch } from '../../lists/search';
import { useNarrow } from '../../lists/useNarrow';
import { Icon } from '../../ui/icons';
import { LinkButton } from '../../ui/links';
import { ListItems, useListActions } from './ListItems';

/** What can be done with a list: a new entry, the operations that belong to it, and all of it as CSV. */
export function ListActions({ collection, search }: { collection: Collection; search: ListSearch }) {
  const { t, text } = useSpeech();
  const { role } = useMe();
  const navigate = useNavigate();
  const isNarrow = useNarrow(); // where one menu beside the list has the rest
  const creates = mayCreate(role, collection);
  const create = { to: '/c/$collection/$id', params: { collection: collection.name, id: 'new' } } as const;
  useShortcut({ keys: 'n', label: 'shortcuts.new', group: 'list' }, () => void navigate(create), creates);
  const { csv, own } = useListActions({ collection, search });
  return (
    <>
      <Button visibleFrom="sm" variant="default" component="a" href={csv} download leftSection={<Icon name="download" />}>
        {t('list.export')}
      </Button>
      {own.map((each) => (
        <LinkButton key={each.name} visibleFrom="sm" variant="default" to="/ops" search={{ run: each.name }} leftSection={<Icon name="operation" />}>
          {text(each.title, each.name)}
        </LinkButton>
      ))}
      {!isNarrow && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon hiddenFrom="sm" variant="default" size={36} aria-label={t('list.moreActions')}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <ListItems collection={collection} search={search} />
          </Menu.Dropdown>
        </Menu>
      )}
      {creates && (
        <LinkButton {...create} leftSection={<Icon name="plus" />}>
          {t('list.new')}
        </LinkButton>
      )}
    </>
  );
}
