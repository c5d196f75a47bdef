import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';

import { articleQuery, moveAt } from '../../../api/article';
import { entryMovesQuery, staleMoves } from '../../../api/moves';
import { useCollection } from '../../../api/session';
import type { Article, ArticlePart, Entry, NewMove } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { TimeInput } from '../../calendar/TimeInput';
import { zone } from '../../calendar/times';
import classes from '../Entry.module.css';
import { SetTimes } from '../SetTimes';
import { PublishRefusal } from './PublishRefusal';
import { incompleteParts, leftParts, offeredParts } from './times';
import { TimesNow } from './TimesNow';
import { partName } from './words';
import { listed } from '../../../values/names';
import { reasonOf } from '../../../values/reasons';

/** What is set for a time of an article and its languages, and the way to set it for some of them as one. */
export function ArticleSchedule({ entry, article }: { entry: Entry; article: Article }) {
  const speech = useSpeech();
  const { t, language } = speech;
  const navigate = useNavigate();
  const heading = useId();
  const { data } = useQuery(entryMovesQuery(entry.collection, entry.id, true));
  const moves = data?.items ?? [];
  const [direction, choose] = useState<NewMove['direction']>(article.parts.some(({ waits }) => waits) ? 'publish' : 'unpublish');
  const [off, leaveOut] = useState<Record<string, boolean>>({});
  const [at, type] = useState('');
  const offered = offeredParts(article, moves, direction);
  // What all languages share goes out with any of them.
  const goesAlong = ({ locale }: ArticlePart) => direction === 'publish' && locale === undefined;
  const chosen = offered.filter((each) => goesAlong(each) || !off[each.id]);
  const time = new Date(at).getTime();
  const left = leftParts(article, moves, { direction, at: Number.isNaN(time) ? Infinity : time, parts: chosen });
  const collection = useCollection(entry.collection);
  const none = t(direction === 'publish' ? 'calendar.nothingWaits' : 'calendar.nothingServed');
  const incomplete = direction === 'publish' ? incompleteParts(article).map(({ part, refused }) => t('article.notReadyFor', { part: partName(part, speech), reason: reasonOf(collection?.translations.find(({ name }) => name === part.collection) ?? collection, refused, speech, 'publish') })) : [];
  const set = useSetTime(entry, () => type(''));
  const lead = (field: string, locale: string | undefined) => void navigate({ to: '/c/$collection/$id', params: { collection: entry.collection, id: entry.id }, search: { ...(field ? { field } : {}), ...(locale ? { locale } : {}) } });
  return (
    <Stack gap="xs" mb="md" role="group" aria-labelledby={heading}>
      <h2 id={heading} className={classes['scheduleTitle']}>{t('calendar.schedule')}</h2>
      <SetTimes moves={moves} article={article} />
      <Select size="xs" label={t('calendar.what')} allowDeselect={false} value={direction} onChange={(value) => value && choose(value)} data={[{ value: 'publish', label: t('entry.publish') }, { value: 'unpublish', label: t('entry.unpublish') }]} comboboxProps={{ withinPortal: false }} />
      {offered.map((each) => (
        <Checkbox key={each.id} size="xs" label={partName(each, speech)} checked={chosen.includes(each)} disabled={goesAlong(each)} onChange={(event) => leaveOut({ ...off, [each.id]: !event.currentTarget.checked })} />
      ))}
      {offered.length === 0 && (incomplete.length > 0 ? incomplete : [none]).map((each) => <Text size="xs" key={each}>{each}</Text>)}
      {offered.length > 0 && left.length > 0 && <Text size="xs" role="status">{t(direction === 'publish' ? 'calendar.notThen' : 'calendar.servedThen', { parts: listed(left.map((part) => partName(part, speech)), language) })}</Text>}
      <Group gap="xs" align="flex-end">
        <TimeInput size="xs" label={t('calendar.when', { zone })} value={at} type={type} />
        <Button size="xs" variant="default" disabled={at === '' || chosen.length === 0} loading={set.isPending} onClick={() => set.mutate({ direction, at: time, chosen })}>{t('calendar.schedule')}</Button>
      </Group>
      {at !== '' && <TimesNow moves={moves} direction={direction} chosen={chosen} />}
      <PublishRefusal error={set.error} parts={set.variables?.chosen ?? []} timed={set.variables?.direction ?? direction} lead={lead} />
    </Stack>
  );
}

/** Sets a time for parts as they are now: what is typed is saved meanwhile. */
function useSetTime({ collection, id }: Entry, onSuccess: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ direction, at, chosen }: { direction: NewMove['direction']; at: number; chosen: readonly ArticlePart[] }) => {
      const now = await queries.query({ ...articleQuery(collection, id), staleTime: 0 });
      // One that is gone is refused by the service, as the others are.
      const parts = chosen.map((each) => now.parts.find((part) => part.id === each.id && part.collection === each.collection) ?? each);
      return moveAt(parts, { direction, at, timeZone: zone });
    },
    onSuccess,
    onSettled: () => staleMoves(queries),
  });
}
