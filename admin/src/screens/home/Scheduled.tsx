import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { calendarQuery, failedMovesQuery } from '../../api/moves';
import { articleCollection, findCollection, useBootstrap } from '../../api/session';
import type { ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { problemOf } from '../../values/reasons';
import { useNamedTitles } from '../../values/useTitles';
import { pageOf } from '../calendar/pageOf';
import { zone } from '../calendar/times';
import { useObstacles } from '../calendar/useObstacles';
import { usePartsOf } from '../calendar/usePartsOf';
import { WorkCard, WorkRow } from './WorkCard';

/** How far ahead scheduled moves are told, in days, and how many of them. */
const ahead = 14;
const most = 6;

/** The moves that were refused, and wait for somebody: undefined until it is known. */
export const useFailedMoves = (): ScheduledMove[] | undefined => useQuery(failedMovesQuery).data?.items;

/** What is set for the next days: undefined until it is known. */
export const useScheduled = (): ScheduledMove[] | undefined => useQuery(calendarQuery(...nextDays())).data?.scheduled.filter(({ failedAt }) => failedAt === null);

/** What was to happen at a time and did not; nothing while there is none. */
export function FailedMoves({ failed }: { failed: readonly ScheduledMove[] }) {
  const speech = useSpeech();
  const { t } = speech;
  const { collections } = useBootstrap();
  if (failed.length === 0) return null;
  return (
    <WorkCard title={t('home.failedMoves')} icon="alert" tone="warn" {...(failed.length > most ? { hint: t('home.latestOnly') } : {})} all={<ToCalendar />}>
      {failed.slice(0, most).map((each) => (
        <Move key={`${each.collection} ${each.entry} ${each.direction}`} whole move={each} says={[t(`calendar.refused.${each.direction}`), problemOf(each, findCollection(collections, each.collection), speech)]} />
      ))}
    </WorkCard>
  );
}

/** What is set for the next days. */
export function Scheduled({ set }: { set: readonly ScheduledMove[] }) {
  const { t, language } = useSpeech();
  if (set.length === 0) return null;
  return (
    <WorkCard title={t('calendar.scheduled')} icon="clock" {...(set.length > most ? { hint: t('home.nextOnly') } : {})} all={<ToCalendar />}>
      {set.slice(0, most).map((each) => (
        <Move key={`${each.collection} ${each.entry} ${each.direction}`} move={each} says={[t(`calendar.does.${each.direction}`), inZone(each, language)]} />
      ))}
    </WorkCard>
  );
}

/** From the day that it is, so that an hour later the same is asked for. */
function nextDays(): [from: number, to: number] {
  const now = new Date();
  const day = (add: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + add).getTime();
  return [day(0), day(ahead)];
}

/** The time in the zone of who set it, where the reader has another. */
function inZone({ at, timeZone }: ScheduledMove, language: string): string | undefined {
  if (timeZone === zone) return undefined;
  return `${new Date(at).toLocaleString(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' })} (${timeZone})`;
}

function Move({ move, says, whole = false }: { move: ScheduledMove; says: readonly (string | undefined)[]; whole?: boolean }) {
  const { collection: name, at, direction } = move;
  const { t, text, moment } = useSpeech();
  const title = useNamedTitles()(move);
  const collection = articleCollection(useBootstrap().collections, name);
  const parts = usePartsOf(move);
  const obstacles = useObstacles(move);
  return (
    <WorkRow
      whole={whole}
      title={
        <LinkAnchor {...pageOf(move)} c="inherit" fw={550} lineClamp={1}>
          {title}
        </LinkAnchor>
      }
      where={[direction === 'release' ? t('releases.which') : text(collection?.title, name), parts, ...says].filter(Boolean).join(' · ')}
    >
      {obstacles !== '' && (
        <Text size="xs" c="var(--mantine-color-error)">
          {obstacles}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {moment(at)}
      </Text>
    </WorkRow>
  );
}

function ToCalendar() {
  const { t } = useSpeech();
  return (
    <LinkAnchor to="/calendar" size="sm">
      {t('home.toCalendar')}
    </LinkAnchor>
  );
}
