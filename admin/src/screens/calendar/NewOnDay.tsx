import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { articleQuery, moveAt } from '../../api/article';
import { plannedQuery } from '../../api/entries';
import { entryMovesQuery, setMove, staleMoves } from '../../api/moves';
import { useBootstrap } from '../../api/session';
import type { Article, ArticlePart, Collection, NewMove, ScheduledMove } from '../../api/types.gen';
import { byUse } from '../../app/used';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { notifyDone } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';
import { reasonFailure, reasonOf } from '../../values/reasons';
import { useTitles } from '../../values/useTitles';
import { PublishRefusal } from '../entry/article/PublishRefusal';
import { leftParts, offeredParts } from '../entry/article/times';
import { TimesNow } from '../entry/article/TimesNow';
import { useIsArticle } from '../entry/article/useParent';
import { partName } from '../entry/article/words';
import { dayName } from '../../months/month';
import { dividedParts } from './parts';
import { fieldTime, zone } from './times';
import { TimeInput } from './TimeInput';
import { listed } from '../../values/names';

/** Something for a day: an entry that is published or unpublished then. */
export function NewOnDay({ day, close }: { day: number; close: () => void }) {
  const { language } = useSpeech();
  const { me, collections } = useBootstrap();
  const publishing = useMemo(() => byUse(me.userId, collections.filter(({ lifecycle }) => lifecycle === 'publishing')), [me, collections]);
  return (
    <Dialog opened close={close} title={dayName(day, language)}>
      <MoveThen day={day} collections={publishing} close={close} />
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

function MoveThen({ day, collections, close }: { day: number; collections: readonly Collection[]; close: () => void }) {
  const speech = useSpeech();
  const { t, text } = speech;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const titled = useTitles();
  const [name, choose] = useState(collections[0]?.name ?? '');
  const collection = collections.find((each) => each.name === name);
  const [direction, turn] = useState<NewMove['direction']>('publish');
  const [id, pick] = useState<string | null>(null);
  const [at, type] = useState(() => fieldTime(usually(day)));
  const [term, search] = useState('');
  const [asked] = useDebouncedValue(term.trim().slice(0, 200), 200);
  const { data: found = [] } = useQuery({ ...plannedQuery(name, direction, asked), placeholderData: keepPreviousData, enabled: name !== '' });
  const isArticle = useIsArticle();
  const article = collection !== undefined && isArticle(collection);
  const whole = articleQuery(name, id ?? '');
  const { data: chosen } = useQuery({ ...whole, enabled: article && id !== null });
  const { data: moves } = useQuery({ ...entryMovesQuery(name, id ?? '', true), enabled: article && id !== null });
  const [parts, send] = useState<ArticlePart[]>([]);
  const set = useMutation({
    mutationFn: async () => {
      const move = { direction, at: new Date(at).getTime(), timeZone: zone };
      if (!article) return setMove({ collection: name, id: id ?? '' }, move);
      const now = await queries.query({ ...whole, staleTime: 0 });
      const { shared } = dividedParts(now);
      if (direction === 'publish' && shared?.refused) throw new Error(reasonOf(collection, shared.refused, speech, direction));
      const all = offeredParts(now, moves?.items ?? [], direction);
      // Somebody has published it meanwhile, or taken it down.
      if (all.length === 0) throw new Error(t(`why.status.${direction}`));
      send(all);
      return moveAt(all, move);
    },
    onSuccess: () => {
      notifyDone(speech, t('calendar.isSet'));
      close();
    },
    onSettled: () => Promise.all([staleMoves(queries), queries.invalidateQueries({ queryKey: ['entries', name, 'article'] })]),
  });
  if (!collection) return null;
  const options = found.map((each) => ({ value: each.id, label: titled(each) }));
  return (
    <form
      aria-label={t('calendar.schedule')}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate();
      }}
    >
      <Stack gap="sm">
        <Select
          label={t('calendar.what')}
          allowDeselect={false}
          data={[{ value: 'publish', label: t('entry.publish') }, { value: 'unpublish', label: t('entry.unpublish') }]}
          value={direction}
          onChange={(next) => {
            if (next) turn(next);
            pick(null);
          }}
        />
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
          label={t('calendar.entry')}
          data={options}
          value={id}
          onChange={pick}
          searchable
          onSearchChange={(next) => search(options.some(({ label }) => label === next) ? '' : next)}
          // The service has searched already, in more than the titles.
          filter={({ options: all }) => all}
          nothingFoundMessage={t(direction === 'publish' ? 'calendar.noDrafts' : 'calendar.noPublic')}
          data-autofocus
        />
        {id !== null && chosen && <Parts of={chosen} moves={moves?.items ?? []} direction={direction} at={new Date(at).getTime()} />}
        <TimeInput label={t('calendar.when', { zone })} value={at} required ofDay type={type} />
        {article ? (
          <PublishRefusal error={set.error} parts={parts} timed={direction} lead={(_, locale) => void navigate({ to: '/c/$collection/$id', params: { collection: name, id: id ?? '' }, search: locale ? { locale } : {} })} />
        ) : (
          <Refusal error={reasonFailure(set.error, collection, speech, direction)} title={t('trouble.notDone')} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button type="submit" loading={set.isPending} disabled={id === null || at === ''}>
            {t('calendar.schedule')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Which parts of an article are moved as one, which stay as they are, and which times that replaces. */
function Parts({ of, moves, direction, at }: { of: Article; moves: readonly ScheduledMove[]; direction: NewMove['direction']; at: number }) {
  const speech = useSpeech();
  const { t, language } = speech;
  const { unready, shared } = dividedParts(of);
  const named = (parts: readonly ArticlePart[]) => listed(parts.map((each) => partName(each, speech)), language);
  if (direction === 'publish' && shared?.refused) return <Text size="sm" role="status">{t('article.notReady', { parts: named([shared]) })}</Text>;
  const all = offeredParts(of, moves, direction);
  const served = direction === 'unpublish' ? leftParts(of, moves, { direction, at, parts: all }) : [];
  return (
    <div role="status">
      {all.length > 0 && <Text size="sm">{t(direction === 'publish' ? 'calendar.partsThen' : 'calendar.partsDown', { parts: named(all) })}</Text>}
      {direction === 'publish' && unready.length > 0 && <Text size="sm">{t('calendar.partsNot', { parts: named(unready) })}</Text>}
      {served.length > 0 && <Text size="sm">{t('calendar.servedThen', { parts: named(served) })}</Text>}
      <TimesNow moves={moves} direction={direction} chosen={all} />
    </div>
  );
}
