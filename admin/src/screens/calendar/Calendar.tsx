import { Button, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';

import { calendarQuery, failedMovesQuery } from '../../api/moves';
import { isAtLeast, useBootstrap } from '../../api/session';
import type { ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { DayList } from '../../months/DayList';
import { Leafing } from '../../months/Leafing';
import { dayOf, spanOf } from '../../months/month';
import { MonthGrid } from '../../months/MonthGrid';
import { useMonth } from '../../months/useMonth';
import { Trouble } from '../../shell/Trouble';
import { Icon } from '../../ui/icons';
import { Notice } from '../../ui/Notice';
import { Page } from '../../ui/Page';
import { Rows } from '../../ui/Rows';
import { HappeningChip } from './HappeningChip';
import { happeningsOf, keyOf, waitingFirst, type Happening } from './happening';
import { MoveDialog } from './MoveDialog';
import { HappeningRow, SetRow } from './MoveRow';
import { NewOnDay } from './NewOnDay';
import { zone } from './times';
import { useDraggedMove } from './useDraggedMove';

/** What is set for a month and what was published in it, and what failed whenever that was: /admin/calendar. */
export function Calendar() {
  const { t } = useSpeech();
  const asked = useSearch({ from: '/staff/calendar' }).month;
  const navigate = useNavigate({ from: '/calendar' });
  const month = useMonth(asked);
  const { from, to } = spanOf(month.weeks);
  const query = useQuery({ ...calendarQuery(from, to + 1), placeholderData: keepPreviousData });
  const failed = useQuery(failedMovesQuery);
  const days = useMemo(() => happeningsOf(query.data ?? { scheduled: [], published: [] }), [query.data]);
  const [adding, add] = useState<number>();
  const { me, collections } = useBootstrap();
  const edits = isAtLeast(me.role, 'editor');
  const begins = edits && collections.some((each) => each.lifecycle === 'publishing');
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const { asking, ask, drag, drop } = useDraggedMove();
  if (query.isError && !query.data) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  const go = (to?: string) => void navigate({ search: to === undefined ? {} : { month: to }, replace: true, resetScroll: false });
  const shown = {
    days,
    keyOf,
    chip: (each: Happening) => <HappeningChip happening={each} {...(edits ? { ask, drag } : {})} />,
    row: (each: Happening) => <HappeningRow key={keyOf(each)} happening={each} />,
    foremost: waitingFirst,
  };
  return (
    <Page title={t('nav.calendar')} hint={t('calendar.zoneHere', { zone })} actions={<Actions leafing={<Leafing month={month} go={go} />} {...(begins ? { add: () => add(dayOf(Date.now())) } : {})} />}>
      <Refused moves={failed.data?.items ?? []} />
      <Title order={2} mb="xs" aria-live="polite">
        {month.name}
      </Title>
      {query.data?.more && <Notice tone="quiet" title={t('calendar.more')} />}
      {wide ? <MonthGrid weeks={month.weeks} name={month.name} {...shown} drop={drop} {...(begins ? { add } : {})} /> : <DayList weeks={month.weeks} days={days} row={shown.row} />}
      {query.isSuccess && days.size === 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('calendar.empty')} {t('calendar.emptyHint')}
        </Text>
      )}
      {adding !== undefined && <NewOnDay day={adding} close={() => add(undefined)} />}
      {asking && <MoveDialog {...asking} close={() => ask(undefined)} />}
    </Page>
  );
}

/** To other months, and something for today, or a day that is chosen then. */
function Actions({ leafing, add }: { leafing: ReactNode; add?: () => void }) {
  const { t } = useSpeech();
  return (
    <>
      {leafing}
      {add && (
        <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={add}>
          {t('calendar.schedule')}
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
