import { Button, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { calendarQuery, failedMovesQuery } from '../../api/moves';
import { isAtLeast, useBootstrap } from '../../api/session';
import type { ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { Icon } from '../../ui/icons';
import { Notice } from '../../ui/Notice';
import { Page } from '../../ui/Page';
import { Rows } from '../../ui/Rows';
import { DayList } from './DayList';
import { dayOf, firstDayOf, happeningsOf, monthFrom, weeksOf } from './month';
import { MonthGrid } from './MonthGrid';
import { SetRow } from './MoveRow';
import { NewOnDay } from './NewOnDay';
import { zone } from './times';

/** What is set for a month and what was published in it, and what failed whenever that was: /admin/calendar. */
export function Calendar() {
  const { t, language } = useSpeech();
  const asked = useSearch({ from: '/staff/calendar' }).month;
  const { year, month } = useMonth(asked);
  const weeks = useMemo(() => weeksOf(year, month, firstDayOf(language)), [year, month, language]);
  const first = weeks[0]?.[0]?.start ?? 0;
  const last = new Date(weeks.at(-1)?.[6]?.start ?? 0);
  const query = useQuery({ ...calendarQuery(first, new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1).getTime()), placeholderData: keepPreviousData });
  const failed = useQuery(failedMovesQuery);
  const days = useMemo(() => happeningsOf(query.data ?? { scheduled: [], published: [] }), [query.data]);
  const [adding, add] = useState<number>();
  const { me, collections } = useBootstrap();
  const begins = isAtLeast(me.role, 'editor') && collections.some((each) => each.lifecycle === 'publishing');
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  if (query.isError && !query.data) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  const name = new Date(year, month, 1).toLocaleDateString(language, { month: 'long', year: 'numeric' });
  return (
    <Page title={t('nav.calendar')} hint={t('calendar.zoneHere', { zone })} actions={<Leafing year={year} month={month} now={asked === undefined} {...(begins ? { add: () => add(dayOf(Date.now())) } : {})} />}>
      <Refused moves={failed.data?.items ?? []} />
      <Title order={2} mb="xs" aria-live="polite">
        {name}
      </Title>
      {query.data?.more && <Notice tone="quiet" title={t('calendar.more')} />}
      {wide ? <MonthGrid weeks={weeks} days={days} name={name} {...(begins ? { add } : {})} /> : <DayList weeks={weeks} days={days} />}
      {query.isSuccess && days.size === 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('calendar.empty')} {t('calendar.emptyHint')}
        </Text>
      )}
      {adding !== undefined && <NewOnDay day={adding} close={() => add(undefined)} />}
    </Page>
  );
}

/** The month of the address, or the present one. */
function useMonth(asked: string | undefined): { year: number; month: number } {
  const now = new Date();
  const [year = now.getFullYear(), month = now.getMonth() + 1] = asked?.split('-').map(Number) ?? [];
  return { year, month: month - 1 };
}

/** To the months beside this one, and back to the present; and something for today, or a day that is chosen then. */
function Leafing({ year, month, now, add }: { year: number; month: number; now: boolean; add?: () => void }) {
  const { t } = useSpeech();
  const navigate = useNavigate({ from: '/calendar' });
  const go = (search: { month?: string }) => void navigate({ search, replace: true, resetScroll: false });
  const present = new Date();
  const leaf = (by: number) => {
    const to = monthFrom(year, month, by);
    go(to === monthFrom(present.getFullYear(), present.getMonth(), 0) ? {} : { month: to });
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => leaf(-1)}>
        {t('calendar.before')}
      </Button>
      <Button variant="default" size="xs" onClick={() => go({})} disabled={now}>
        {t('calendar.now')}
      </Button>
      <Button variant="default" size="xs" onClick={() => leaf(1)}>
        {t('calendar.after')}
      </Button>
      {add && (
        <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={add}>
          {t('calendar.plan')}
        </Button>
      )}
    </>
  );
}

/** The moves that were refused and wait for somebody, of whatever month. */
function Refused({ moves }: { moves: readonly ScheduledMove[] }) {
  const { t } = useSpeech();
  if (moves.length === 0) return null;
  return (
    <section aria-label={t('calendar.failed')}>
      <Title order={2} mb="xs">
        {t('calendar.failed')}
      </Title>
      <Rows>
        {moves.map((each) => (
          <SetRow key={`${each.collection} ${each.entry} ${each.direction}`} move={each} />
        ))}
      </Rows>
    </section>
  );
}
