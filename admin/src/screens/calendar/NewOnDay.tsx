import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { articleQuery, publishAt, TimeRefused } from '../../api/article';
import { draftsQuery } from '../../api/entries';
import { setMove } from '../../api/moves';
import { useBootstrap } from '../../api/session';
import type { Article, Collection } from '../../api/types.gen';
import { byUse } from '../../app/used';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { notifyDone } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';
import { reasonFailure, reasonOf } from '../../values/reasons';
import { useTitles } from '../../values/useTitles';
import { PublishRefusal } from '../entry/article/PublishRefusal';
import { useIsArticle } from '../entry/article/useParent';
import { listed, partName } from '../entry/article/words';
import { dayName } from './month';
import { dividedParts } from './parts';
import { fieldTime, zone } from './times';
import { TimeInput } from './TimeInput';

/** Something for a day: a draft that is published then. */
export function NewOnDay({ day, close }: { day: number; close: () => void }) {
  const { language } = useSpeech();
  const { me, collections } = useBootstrap();
  const publishing = useMemo(() => byUse(me.userId, collections.filter(({ lifecycle }) => lifecycle === 'publishing')), [me, collections]);
  return (
    <Dialog opened close={close} title={dayName(day, language)}>
      <PublishThen day={day} collections={publishing} close={close} />
    </Dialog>
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
  const navigate = useNavigate();
  const titled = useTitles();
  const [name, choose] = useState(collections[0]?.name ?? '');
  const collection = collections.find((each) => each.name === name);
  const [id, pick] = useState<string | null>(null);
  const [at, type] = useState(() => fieldTime(usually(day)));
  const [term, search] = useState('');
  const [asked] = useDebouncedValue(term.trim().slice(0, 200), 200);
  const { data: drafts = [] } = useQuery({ ...draftsQuery(name, asked), placeholderData: keepPreviousData, enabled: name !== '' });
  const isArticle = useIsArticle();
  const article = collection !== undefined && isArticle(collection);
  const whole = articleQuery(name, id ?? '');
  const { data: chosen } = useQuery({ ...whole, enabled: article && id !== null });
  const set = useMutation({
    mutationFn: async () => {
      const time = new Date(at).getTime();
      if (!article) {
        await setMove({ collection: name, id: id ?? '' }, { direction: 'publish', at: time, timeZone: zone });
        return;
      }
      const { ready, shared } = dividedParts(await queries.query({ ...whole, staleTime: 0 }));
      if (shared?.refused) throw new Error(reasonOf(collection, shared.refused, speech, 'publish'));
      // Somebody has published it meanwhile.
      if (ready.length === 0) throw new Error(t('why.status.publish'));
      await publishAt(ready, time, zone);
    },
    onSuccess: () => {
      notifyDone(speech, t('calendar.isSet'));
      close();
    },
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: ['moves'] }), queries.invalidateQueries({ queryKey: ['entries', name, 'article'] })]),
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
        {id !== null && chosen && <Parts of={chosen} />}
        <TimeInput label={t('calendar.when', { zone })} value={at} required type={type} />
        {set.error instanceof TimeRefused ? (
          <PublishRefusal error={set.error} parts={[]} lead={(_, locale) => void navigate({ to: '/c/$collection/$id', params: { collection: name, id: id ?? '' }, search: locale ? { locale } : {} })} />
        ) : (
          <Refusal error={reasonFailure(set.error, collection, speech, 'publish')} title={t('trouble.notDone')} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button type="submit" loading={set.isPending} disabled={id === null || at === ''}>
            {t('calendar.setIt')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Which languages of an article are published with it, and which stay behind. */
function Parts({ of }: { of: Article }) {
  const speech = useSpeech();
  const { t, language } = speech;
  const { ready, unready, shared } = dividedParts(of);
  const named = (parts: typeof ready) => listed(parts.map((each) => partName(each, speech)), language);
  if (shared?.refused) return <Text size="sm" role="status">{t('article.notReady', { parts: named([shared]) })}</Text>;
  return (
    <div role="status">
      {ready.length > 0 && <Text size="sm">{t('calendar.partsThen', { parts: named(ready) })}</Text>}
      {unready.length > 0 && <Text size="sm">{t('calendar.partsNot', { parts: named(unready) })}</Text>}
    </div>
  );
}
