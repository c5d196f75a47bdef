import { Button, Checkbox, Group, Menu, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { changeList, deleteList, saveList, savedListsQuery, staleLists } from '../../api/lists';
import { isAtLeast, useMe } from '../../api/session';
import type { Collection, SavedList } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { layoutOf } from '../../lists/layout';
import { orderOf, readSearch, type ListSearch } from '../../lists/search';
import { Confirm } from '../../ui/Confirm';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/icons';
import { notifyDone } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';
import { ToolButton } from './ToolButton';

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

/** The items of a menu for the lists that are saved, and the windows that they open, which outlive the menu. */
export function useSaved({ collection, search }: SavedProps): { items: ReactNode; dialogs: ReactNode } {
  const speech = useSpeech();
  const { t } = speech;
  const navigate = useNavigate({ from: '/c/$collection' });
  const queries = useQueryClient();
  const [opened, saving] = useDisclosure(false);
  const [renamed, rename] = useState<SavedList>();
  const [doomed, doom] = useState<SavedList>();
  const { data: lists = [] } = useQuery(savedListsQuery(collection.name));
  const stale = () => queries.invalidateQueries({ queryKey: staleLists(collection.name) });
  const remove = useMutation({
    mutationFn: deleteList,
    onSuccess: () => {
      notifyDone(speech, t('saved.deleted'));
      doom(undefined);
    },
    onSettled: stale,
  });
  const items = (
    <>
      {lists.map((list) => (
        <Menu.Item
          key={list.id}
          onClick={() => void navigate({ search: readSearch(list.search) })}
          rightSection={list.shared ? <Icon name="members" size={14} aria-hidden={false} role="img" aria-label={t('saved.everybody')} /> : undefined}
        >
          {list.name}
        </Menu.Item>
      ))}
      {lists.length > 0 && <Menu.Divider />}
      <Menu.Item leftSection={<Icon name="plus" />} onClick={saving.open}>
        {t('menu.asks', { verb: t('saved.save') })}
      </Menu.Item>
      {lists
        .filter(({ changeable }) => changeable)
        .flatMap((list) => [
          <Menu.Item key={`${list.id} name`} leftSection={<Icon name="draft" />} onClick={() => rename(list)}>
            {t('menu.asks', { verb: t('saved.change', { name: list.name }) })}
          </Menu.Item>,
          <Menu.Item key={`${list.id} delete`} color="red" leftSection={<Icon name="trash" />} onClick={() => doom(list)}>
            {t('menu.asks', { verb: t('saved.delete', { name: list.name }) })}
          </Menu.Item>,
        ])}
    </>
  );
  const dialogs = (
    <>
      <Dialog opened={opened} close={saving.close} title={t('saved.save')}>
        <ListForm
          go={t('saved.go')}
          done={(list) => {
            notifyDone(speech, t('saved.done', { name: list.name }));
            saving.close();
            void stale();
          }}
          send={(said) => saveList(collection.name, { ...said, search: savedSearch(collection, search) })}
        />
      </Dialog>
      <Dialog opened={renamed !== undefined} close={() => rename(undefined)} title={t('saved.change', { name: renamed?.name ?? '' })}>
        {renamed && (
          <ListForm
            list={renamed}
            go={t('saved.changeGo')}
            done={(list) => {
              notifyDone(speech, t('saved.changed', { name: list.name }));
              rename(undefined);
              void stale();
            }}
            send={(said) => changeList(renamed.id, said)}
          />
        )}
      </Dialog>
      {doomed && (
        <Confirm
          opened
          close={() => {
            remove.reset();
            doom(undefined);
          }}
          title={t('saved.delete', { name: doomed.name })}
          action={t('saved.deleteGo')}
          go={() => remove.mutate(doomed.id)}
          pending={remove.isPending}
          error={remove.error}
        >
          {t(doomed.shared ? 'saved.deleteShared' : 'saved.deleteOwn')}
        </Confirm>
      )}
    </>
  );
  return { items, dialogs };
}

interface ListFormProps {
  /** One that is there already. */
  list?: SavedList;
  go: string;
  send: (said: { name: string; shared: boolean }) => Promise<SavedList>;
  done: (list: SavedList) => void;
}

/** What a list is called, and who sees it. */
function ListForm({ list, go, send, done }: ListFormProps) {
  const { t } = useSpeech();
  const me = useMe();
  const [name, setName] = useState(list?.name ?? '');
  const [shared, share] = useState(list?.shared ?? false);
  const save = useMutation({ mutationFn: () => send({ name, shared }), onSuccess: done });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save.mutate();
      }}
    >
      <Stack gap="md">
        <TextInput label={t('saved.name')} value={name} maxLength={80} onChange={(event) => setName(event.currentTarget.value)} data-autofocus required />
        {isAtLeast(me.role, 'editor') && (!list || list.mine) && <Checkbox label={t('saved.share')} checked={shared} onChange={(event) => share(event.currentTarget.checked)} />}
        <Refusal error={save.error} title={t('trouble.notDone')} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {go}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What the address says, and the order and the layout that are shown, be they of before. */
function savedSearch(collection: Collection, search: ListSearch): Record<string, string> {
  const said: Record<string, string | undefined> = { ...search, ...orderOf(search, collection), layout: layoutOf(search, collection) };
  return Object.fromEntries(Object.entries(said).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
