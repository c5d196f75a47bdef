import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { changeList, deleteList, noteSaved, saveList, savedListsQuery } from '../../api/lists';
import { isAtLeast, useMe } from '../../api/session';
import type { Collection, SavedList } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { addressOf, savedSearch } from '../../lists/saved';
import type { ListSearch } from '../../lists/search';
import { Confirm } from '../../ui/Confirm';
import { Dialog } from '../../ui/Dialog';
import { notifyDone } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';

/** What is asked about saved lists: a name for this one, another name for one, or whether one is deleted. */
export type SavedAsked = { what: 'save' } | { what: 'rename' | 'delete'; list: SavedList };

interface DialogsProps {
  collection: Collection;
  search: ListSearch;
  asked: SavedAsked;
  close: () => void;
}

/** The windows of saved lists: a list gets a name or another one, or is deleted. */
export function SavedDialogs({ collection, search, asked, close }: DialogsProps) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/c/$collection' });
  const stale = () => queries.invalidateQueries({ queryKey: savedListsQuery.queryKey });
  const done = (message: string) => {
    notifyDone(speech, message);
    close();
  };
  if (asked.what === 'save') {
    const saved = (list: SavedList) => {
      done(t('saved.done', { name: list.name }));
      noteSaved(queries, list);
      void navigate({ search: addressOf(list), replace: true });
    };
    return (
      <Dialog opened close={close} title={t('saved.save')}>
        <ListForm go={t('saved.go')} done={saved} send={(said) => saveList(collection.name, { ...said, search: savedSearch(search, collection) })} />
      </Dialog>
    );
  }
  const { list } = asked;
  if (asked.what === 'delete') {
    const deleted = () => {
      done(t('saved.deleted'));
      void stale();
    };
    return <Doomed list={list} close={close} done={deleted} failed={stale} />;
  }
  const renamed = (now: SavedList) => {
    done(t('saved.changed', { name: now.name }));
    noteSaved(queries, now);
  };
  return (
    <Dialog opened close={close} title={t('saved.change', { name: list.name })}>
      <ListForm list={list} go={t('saved.changeGo')} done={renamed} send={(said) => changeList(list.id, said)} />
    </Dialog>
  );
}

/** Asks before a list is deleted: it does not come back. */
function Doomed({ list, close, done, failed }: { list: SavedList; close: () => void; done: () => void; failed: () => Promise<void> }) {
  const { t } = useSpeech();
  const remove = useMutation({ mutationFn: () => deleteList(list.id), onSuccess: done, onError: failed });
  return (
    <Confirm opened close={close} title={t('saved.delete', { name: list.name })} action={t('saved.deleteGo')} go={() => remove.mutate()} pending={remove.isPending} error={remove.error}>
      {t(list.shared ? 'saved.deleteShared' : 'saved.deleteOwn')}
    </Confirm>
  );
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
