import { Button, Group, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { calendarQuery, cancelMove, failedMovesQuery } from '../../api/moves';
import { isAtLeast, useMe } from '../../api/session';
import type { PublishedEntry, ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { LinkAnchor } from '../../ui/links';
import { notifyFailure } from '../../ui/notify';
import { Page } from '../../ui/Page';
import { Row, Rows } from '../../ui/Rows';

/** What is set for a month, what was published in it, and what failed: /admin/calendar. */
export function Calendar() {
  const { t, language } = useSpeech();
  const [ahead, go] = useState(0);
  const now = new Date();
  const [from, to] = [new Date(now.getFullYear(), now.getMonth() + ahead, 1), new Date(now.getFullYear(), now.getMonth() + ahead + 1, 1)];
  const query = useQuery(calendarQuery(from.getTime(), to.getTime()));
  const failed = useQuery(failedMovesQuery);
  if (query.isError && !query.data) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  const scheduled = query.data?.scheduled.filter((each) => each.failedAt === null) ?? [];
  const published = query.data?.published ?? [];
  const refused = failed.data?.items ?? [];
  const month = from.toLocaleDateString(language, { month: 'long', year: 'numeric' });
  return (
    <Page
      title={t('nav.calendar')}
      hint={month}
      actions={
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => go(ahead - 1)}>{t('calendar.before')}</Button>
          <Button variant="default" size="xs" onClick={() => go(0)} disabled={ahead === 0}>{t('calendar.now')}</Button>
          <Button variant="default" size="xs" onClick={() => go(ahead + 1)}>{t('calendar.after')}</Button>
        </Group>
      }
    >
      {query.isSuccess && scheduled.length + published.length + refused.length === 0 && <EmptyState icon="calendar" title={t('calendar.empty')} hint={t('calendar.emptyHint')} />}
      {refused.length > 0 && <Title order={2} size="h4" mb="xs">{t('calendar.failed')}</Title>}
      <Rows>{refused.map((each) => <Set key={`${each.entry} ${each.direction}`} move={each} />)}</Rows>
      {scheduled.length > 0 && <Title order={2} size="h4" my="xs">{t('calendar.scheduled')}</Title>}
      <Rows>{scheduled.map((each) => <Set key={`${each.entry} ${each.direction}`} move={each} />)}</Rows>
      {published.length > 0 && <Title order={2} size="h4" my="xs">{t('calendar.published')}</Title>}
      <Rows>{published.map((each) => <Made key={`${each.entry} ${each.version}`} made={each} />)}</Rows>
    </Page>
  );
}

function Set({ move }: { move: ScheduledMove }) {
  const speech = useSpeech();
  const { t, moment, language } = speech;
  const me = useMe();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelMove(move),
    onError: (error) => notifyFailure(speech, error, t('calendar.notCancelled')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['moves'] }),
  });
  const theirs = new Date(move.at).toLocaleString(language, { timeZone: move.timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const facts = [
    t(`calendar.does.${move.direction}`), moment(move.at), t('calendar.zone', { zone: move.timeZone, time: theirs }), move.actor?.name ?? '', move.problem?.message ?? '',
  ];
  return (
    <Row icon="calendar" title={move.title || move.entry} facts={facts} link={<EntryLink collection={move.collection} id={move.entry} />}>
      {isAtLeast(me.role, 'editor') && (
        <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>{t(move.failedAt === null ? 'calendar.cancel' : 'calendar.dismiss')}</Button>
      )}
    </Row>
  );
}

function Made({ made }: { made: PublishedEntry }) {
  const { t, moment } = useSpeech();
  return (
    <Row icon="publish" title={made.title || made.entry} facts={[moment(made.at), made.actor?.name ?? '', t(`through.${made.surface}`)]} link={<EntryLink collection={made.collection} id={made.entry} />}>
      {null}
    </Row>
  );
}

function EntryLink({ collection, id }: { collection: string; id: string }) {
  const { t } = useSpeech();
  return <LinkAnchor to="/c/$collection/$id" params={{ collection, id }} size="xs">{t('calendar.open')}</LinkAnchor>;
}
