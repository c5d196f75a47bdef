import { Button, Checkbox, Group, Menu, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { deleteList, saveList, savedListsQuery, staleLists } from '../../api/lists';
import { isAtLeast, useMe } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { orderOf, readSearch, type ListSearch } from '../../lists/search';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/icons';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';

interface SavedProps {
  collection: Collection;
  search: ListSearch;
}

/** The lists that are saved of a collection, one's own and those of everybody, and the way to save this one. */
export function SavedMenu({ collection, search }: SavedProps) {
  const speech = useSpeech();
  const { t } = speech;
  const navigate = useNavigate({ from: '/c/$collection' });
  const queries = useQueryClient();
  const [opened, saving] = useDisclosure(false);
  const { data: lists = [] } = useQuery(savedListsQuery(collection.name));
  const stale = () => queries.invalidateQueries({ queryKey: staleLists(collection.name) });
  const remove = useMutation({
    mutationFn: deleteList,
    onSuccess: () => notifyDone(speech, t('saved.deleted')),
    onError: (error) => notifyFailure(speech, error, t('trouble.notDone')),
    onSettled: stale,
  });
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="collection" />}>
            {t('saved.lists')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
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
            {t('saved.save')}
          </Menu.Item>
          {lists
            .filter(({ changeable }) => changeable)
            .map((list) => (
              <Menu.Item key={list.id} color="red" leftSection={<Icon name="trash" />} onClick={() => remove.mutate(list.id)}>
                {t('saved.delete', { name: list.name })}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={opened} close={saving.close} title={t('saved.save')}>
        <SaveForm collection={collection} search={search} done={() => { saving.close(); void stale(); }} />
      </Dialog>
    </>
  );
}

function SaveForm({ collection, search, done }: SavedProps & { done: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  const [name, setName] = useState('');
  const [shared, share] = useState(false);
  const save = useMutation({
    mutationFn: () => saveList(collection.name, { name, shared, search: savedSearch(collection, search) }),
    onSuccess: (list) => {
      notifyDone(speech, t('saved.done', { name: list.name }));
      done();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save.mutate();
      }}
    >
      <Stack gap="md">
        <TextInput label={t('saved.name')} value={name} maxLength={80} onChange={(event) => setName(event.currentTarget.value)} data-autofocus required />
        {isAtLeast(me.role, 'editor') && <Checkbox label={t('saved.share')} checked={shared} onChange={(event) => share(event.currentTarget.checked)} />}
        <Refusal error={save.error} title={t('trouble.notDone')} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {t('saved.go')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What the address says, and the order that is shown, be it one of before. */
function savedSearch(collection: Collection, search: ListSearch): Record<string, string> {
  const said: Record<string, string | undefined> = { ...search, ...orderOf(search, collection) };
  return Object.fromEntries(Object.entries(said).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
