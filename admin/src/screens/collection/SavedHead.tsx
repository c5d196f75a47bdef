import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { changeList, noteSaved, savedListsQuery } from '../../api/lists';
import type { Collection, SavedList } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { addressOf, isChanged, savedSearch } from '../../lists/saved';
import type { ListSearch } from '../../lists/search';
import { LinkAnchor, LinkButton } from '../../ui/links';
import { notifyDone, notifyFailure } from '../../ui/notify';

// Most lists that are opened stay as they are.
const SavedDialogs = lazy(part(() => import('./SavedDialogs').then((module) => ({ default: module.SavedDialogs }))));

interface HeadProps {
  collection: Collection;
  search: ListSearch;
  list: SavedList;
}

/** Below the name of a saved list: what it is a list of, and where it is shown otherwise than it was saved, what becomes of that. */
export function SavedHead({ collection, search, list }: HeadProps) {
  const { t, text } = useSpeech();
  const changed = isChanged(list, search, collection);
  return (
    <Group component="span" gap="xs" mih={26}>
      <LinkAnchor to="/c/$collection" params={{ collection: collection.name }} size="sm">
        {text(collection.title, collection.name)}
      </LinkAnchor>
      <Text span size="sm" role="status">
        {changed && t('saved.isChanged')}
      </Text>
      {changed && <Changed collection={collection} search={search} list={list} />}
    </Group>
  );
}

/** Keeps what is shown, in this list or in another one, or shows again what was saved. */
function Changed({ collection, search, list }: HeadProps) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const [naming, name] = useState(false);
  const save = useMutation({
    mutationFn: () => changeList(list.id, { search: savedSearch(search, collection) }),
    onSuccess: (saved) => {
      noteSaved(queries, saved);
      notifyDone(speech, t('saved.done', { name: saved.name }));
    },
    onError: (error) => {
      notifyFailure(speech, error, t('trouble.notDone'));
      void queries.invalidateQueries({ queryKey: savedListsQuery.queryKey });
    },
  });
  return (
    <>
      {list.changeable && (
        <Button size="compact-sm" variant="light" loading={save.isPending} onClick={() => save.mutate()}>
          {t('saved.keep')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => name(true)}>
        {t('menu.asks', { verb: t('saved.keepNew') })}
      </Button>
      <LinkButton size="compact-sm" variant="subtle" color="gray" to="/c/$collection" params={{ collection: collection.name }} search={addressOf(list)}>
        {t('saved.reset')}
      </LinkButton>
      {naming && (
        <Suspense>
          <SavedDialogs collection={collection} search={search} asked={{ what: 'save' }} close={() => name(false)} />
        </Suspense>
      )}
    </>
  );
}
