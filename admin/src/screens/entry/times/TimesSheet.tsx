import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { cancelMove, resetMove, staleMoves } from '../../../api/moves';
import { useCollection } from '../../../api/session';
import type { Article, Release, ScheduledMove } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { LinkAnchor } from '../../../ui/links';
import { notifyDone } from '../../../ui/notify';
import { Refusal } from '../../../ui/Refusal';
import { notTakenBack, reasonFailure } from '../../../values/reasons';
import { fieldTime, timesOf, zone } from '../../calendar/times';
import { TimeInput } from '../../calendar/TimeInput';
import { SetTime } from '../SetTimes';
import { nextPublish, type Coming } from './coming';
import classes from './times.module.css';

interface TimesSheetProps {
  coming: readonly Coming[];
  article: Article | undefined;
  title: string;
  /** Missing where there is nothing that can be published now. */
  publishNow: (() => void) | undefined;
}

/** What is set for an entry: each time can be changed or taken back, and what waits can go out now. */
export function TimesSheet({ coming, article, title, publishNow }: TimesSheetProps) {
  const { t } = useSpeech();
  const moves = coming.flatMap(({ move }) => (move ? [move] : []));
  return (
    <Stack gap="md">
      {coming.length === 0 && <Text size="sm">{t('entry.coming.none')}</Text>}
      {coming.map(({ move, release }) => (move ? <Time key={move.id} move={move} moves={moves} article={article} title={title} /> : release && <InRelease key={release.id} release={release} />))}
      {publishNow && nextPublish(coming) && (
        <Group justify="flex-end">
          <Button onClick={publishNow}>{t('entry.publishNow')}</Button>
        </Group>
      )}
    </Stack>
  );
}

/** A time, with the field that changes it. */
function Time({ move, moves, article, title }: { move: ScheduledMove; moves: readonly ScheduledMove[]; article: Article | undefined; title: string }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const collection = useCollection(move.collection);
  const [at, type] = useState(fieldTime(move.at));
  const onSettled = () => staleMoves(queries);
  const set = useMutation({
    mutationFn: () => resetMove(move, { at: new Date(at).getTime(), timeZone: zone }),
    onSuccess: () => notifyDone(speech, t('calendar.moved', { title })),
    onSettled,
  });
  const cancel = useMutation({ mutationFn: () => cancelMove(move), onSuccess: () => notifyDone(speech, t('entry.coming.taken', { title })), onSettled });
  const same = at === '' || new Date(at).getTime() === Math.floor(move.at / 60_000) * 60_000;
  return (
    <div className={classes['time']} role="group" aria-label={t(`entry.coming.${move.direction === 'unpublish' ? 'unpublish' : 'publish'}`, { time: speech.moment(move.at) })}>
      <SetTime move={move} moves={moves} article={article} />
      <Stack gap="xs" mt="sm">
        <TimeInput size="sm" label={t('calendar.when', { zone })} value={at} type={type} />
        <Group gap="xs">
          <Button size="sm" variant="default" disabled={same} loading={set.isPending} onClick={() => set.mutate()}>
            {t('entry.coming.change')}
          </Button>
          <Button size="sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('calendar.cancel')}
          </Button>
        </Group>
        <Refusal error={reasonFailure(set.error, collection, speech, move.direction)} title={t('trouble.notDone')} />
        <Refusal error={cancel.error && notTakenBack(cancel.error, speech)} title={t('calendar.notCancelled')} />
      </Stack>
    </div>
  );
}

/** A release has its time for all of its entries: it is changed there. */
function InRelease({ release: { id, name, at, timeZone } }: { release: Release }) {
  const speech = useSpeech();
  const { t } = speech;
  return (
    <Text size="sm" className={classes['time'] ?? ''}>
      {t('releases.waitsIn')} <LinkAnchor to="/releases/$id" params={{ id }} inherit>{name}</LinkAnchor>
      {at !== null && ` · ${timesOf(speech, { at, timeZone: timeZone ?? zone }, zone)}`}
    </Text>
  );
}
