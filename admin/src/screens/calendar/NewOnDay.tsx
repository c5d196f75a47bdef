import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { draftsQuery } from '../../api/entries';
import { setMove } from '../../api/moves';
import { isAtLeast, mayCreate, useBootstrap } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { byUse } from '../../app/used';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { collectionIcon } from '../../ui/collectionIcon';
import { Icon } from '../../ui/icons';
import { LinkButton } from '../../ui/links';
import { notifyDone } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';
import { reasonFailure } from '../../values/reasons';
import { useTitles } from '../../values/useTitles';
import { dayName } from './month';
import { fieldTime, zone } from './times';

/** Something for a day: a draft that is published then, or a new entry. */
export function NewOnDay({ day, close }: { day: number; close: () => void }) {
  const { t, language } = useSpeech();
  const { me, collections } = useBootstrap();
  const publishing = useMemo(() => byUse(me.userId, collections.filter(({ lifecycle }) => lifecycle === 'publishing')), [me, collections]);
  const creatable = publishing.filter((each) => mayCreate(me.role, each));
  return (
    <Dialog opened close={close} title={dayName(day, language)}>
      <Stack gap="lg">
        {isAtLeast(me.role, 'editor') && <PublishThen day={day} collections={publishing} close={close} />}
        <Begin collections={creatable} heading={t('calendar.begin')} />
      </Stack>
    </Dialog>
  );
}

function Begin({ collections, heading }: { collections: readonly Collection[]; heading: string }) {
  const { t, text } = useSpeech();
  if (collections.length === 0) return null;
  return (
    <div role="group" aria-label={heading}>
      <Text size="sm" fw={600} mb={6}>
        {heading}
      </Text>
      <Group gap="xs">
        {collections.map((each) => (
          <LinkButton key={each.name} variant="default" size="xs" to="/c/$collection/$id" params={{ collection: each.name, id: 'new' }} leftSection={<Icon name={collectionIcon(each)} size={14} />}>
            {t('home.newIn', { collection: text(each.title, each.name) })}
          </LinkButton>
        ))}
      </Group>
    </div>
  );
}

/** When something is published that is set for a day and nobody says when: in the morning, or soon where that is over. */
function usually(day: number, now = Date.now()): number {
  const date = new Date(day);
  const morning = new Date(date.getFullYear(), date.getMonth(), date.getDate(), 9).getTime();
  const soon = Math.ceil((now + 5 * 60_000) / 900_000) * 900_000;
  return Math.max(morning, soon);
}

function PublishThen({ day, collections, close }: { day: number; collections: readonly Collection[]; close: () => void }) {
  const speech = useSpeech();
  const { t, text } = speech;
  const queries = useQueryClient();
  const titled = useTitles();
  const [name, choose] = useState(collections[0]?.name ?? '');
  const collection = collections.find((each) => each.name === name);
  const [id, pick] = useState<string | null>(null);
  const [at, type] = useState(() => fieldTime(usually(day)));
  const [term, search] = useState('');
  const [asked] = useDebouncedValue(term.trim().slice(0, 200), 200);
  const { data: drafts = [] } = useQuery({ ...draftsQuery(name, asked), placeholderData: keepPreviousData, enabled: name !== '' });
  const set = useMutation({
    mutationFn: () => setMove({ collection: name, id: id ?? '' }, { direction: 'publish', at: new Date(at).getTime(), timeZone: zone }),
    onSuccess: () => {
      notifyDone(speech, t('calendar.isSet'));
      close();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['moves'] }),
  });
  if (!collection) return null;
  const options = drafts.map((each) => ({ value: each.id, label: titled(each) }));
  return (
    <form
      aria-label={t('calendar.publishThen')}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {t('calendar.publishThen')}
        </Text>
        {collections.length > 1 && (
          <Select
            label={t('calendar.collection')}
            allowDeselect={false}
            data={collections.map((each) => ({ value: each.name, label: text(each.title, each.name) }))}
            value={name}
            onChange={(next) => {
              choose(next ?? '');
              pick(null);
            }}
          />
        )}
        <Select
          label={t('calendar.draft')}
          data={options}
          value={id}
          onChange={pick}
          searchable
          onSearchChange={(next) => search(options.some(({ label }) => label === next) ? '' : next)}
          // The service has searched already, in more than the titles.
          filter={({ options: all }) => all}
          nothingFoundMessage={t('calendar.noDrafts')}
          data-autofocus
        />
        <TextInput type="datetime-local" label={t('calendar.when', { zone })} value={at} required onChange={(event) => type(event.currentTarget.value)} />
        <Refusal error={reasonFailure(set.error, collection, speech, 'publish')} title={t('trouble.notDone')} />
        <Group justify="flex-end" gap="xs">
          <Button type="submit" loading={set.isPending} disabled={id === null || at === ''}>
            {t('calendar.setIt')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
