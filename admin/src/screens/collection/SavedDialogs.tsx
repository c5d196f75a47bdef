import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { changeList, deleteList, saveList, staleLists } from '../../api/lists';
import { isAtLeast, useMe } from '../../api/session';
import type { Collection, SavedList } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { dateOf } from '../../lists/dates';
import { layoutOf } from '../../lists/layout';
import { orderOf, type ListSearch } from '../../lists/search';
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
  const stale = () => queries.invalidateQueries({ queryKey: staleLists });
  const done = (message: string) => {
    notifyDone(speech, message);
    close();
    void stale();
  };
  if (asked.what === 'save') {
    return (
      <Dialog opened close={close} title={t('saved.save')}>
        <ListForm go={t('saved.go')} done={({ name }) => done(t('saved.done', { name }))} send={(said) => saveList(collection.name, { ...said, search: savedSearch(collection, search) })} />
      </Dialog>
    );
  }
  const { list } = asked;
  if (asked.what === 'delete') return <Doomed list={list} close={close} done={() => done(t('saved.deleted'))} failed={stale} />;
  return (
    <Dialog opened close={close} title={t('saved.change', { name: list.name })}>
      <ListForm list={list} go={t('saved.changeGo')} done={({ name }) => done(t('saved.changed', { name }))} send={(said) => changeList(list.id, said)} />
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

/** What the address says, and the order, the layout and the date that are shown, be they of before. */
function savedSearch(collection: Collection, search: ListSearch): Record<string, string> {
  const layout = layoutOf(search, collection);
  const said: Record<string, string | undefined> = { ...search, ...orderOf(search, collection), layout, ...(layout === 'calendar' ? { by: dateOf(search, collection) } : {}) };
  return Object.fromEntries(Object.entries(said).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
