import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { healthQuery } from '../../api/developer';
import type { Database, Health as HealthReport, HookBacklog, Pool } from '../../api/types.gen';
import { byteSize } from '../../i18n/bytes';
import { duration } from '../../i18n/duration';
import { useSpeech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { Figure, Section } from './Figures';

/** How the service fares at this moment: what waits, what is under it, and what failed. */
export function Health() {
  const query = useQuery(healthQuery);
  if (query.isError) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  return query.data ? <Report report={query.data} /> : null;
}

function Report({ report }: { report: HealthReport }) {
  const { t, number, moment } = useSpeech();
  const { hooks, deliveries, database } = report;
  return (
    <>
      <Hooks hooks={hooks} />
      <Section title={t('developer.health.deliveries')}>
        <Figure label={t('developer.health.tries')} value={number(deliveries.tries)} />
        <Figure label={t('developer.health.delivered')} value={number(deliveries.delivered)} />
        <Figure label={t('developer.health.failed')} value={number(deliveries.failed)} />
        <Figure label={t('developer.health.gaveUp')} value={number(deliveries.dead)} />
      </Section>
      <File database={database} />
      <Section title={t('developer.health.connections')}>
        <Connections of={t('developer.health.views')} pool={database.readers} />
        <Connections of={t('developer.health.sql')} pool={database.guarded} />
      </Section>
      <Text size="sm" c="dimmed">
        {t('developer.health.since', { time: moment(report.since) })}
      </Text>
    </>
  );
}

function Hooks({ hooks }: { hooks: HookBacklog }) {
  const { t, number, language } = useSpeech();
  const pending = { to: '/dev', search: { tab: 'deferred', state: 'pending' } } as const;
  return (
    <Section title={t('developer.tab.deferred')}>
      <Figure link={pending} label={t('developer.health.due')} value={number(hooks.due)} />
      <Figure label={t('developer.health.oldest')} value={duration(language, hooks.oldestMs)} />
      <Figure link={pending} label={t('developer.health.running')} value={number(hooks.running)} />
      <Figure link={pending} label={t('developer.health.waiting')} value={number(hooks.waiting)} />
      <Figure link={{ to: '/dev', search: { tab: 'deferred', state: 'dead' } }} label={t('developer.dead')} value={number(hooks.dead)} alarming={hooks.dead > 0} />
    </Section>
  );
}

function File({ database }: { database: Database }) {
  const { t, number, language } = useSpeech();
  const size = (bytes: number | null) => (bytes === null ? t('developer.health.unknown') : byteSize(language, bytes));
  return (
    <Section title={t('developer.health.database')}>
      <Figure label={t('developer.health.size')} value={size(database.size)} />
      <Figure label={t('developer.health.log')} value={size(database.log)} />
      <Figure label={t('developer.health.free')} value={size(database.free)} />
      <Figure label={t('developer.health.queued')} value={number(database.queued)} />
      <Figure label={t('developer.health.writes')} value={number(database.writes)} />
      <Figure label={t('developer.health.commits')} value={number(database.commits)} />
      {database.failures.map(({ code, count }) => (
        <Figure key={code} label={t('developer.health.writesFailed', { code })} value={number(count)} alarming={count > 0} />
      ))}
    </Section>
  );
}

function Connections({ of, pool }: { of: string; pool: Pool }) {
  const { t, number, language } = useSpeech();
  return (
    <>
      <Figure label={t('developer.health.busy', { of })} value={t('developer.health.busyOf', { busy: number(pool.busy), size: number(pool.size) })} />
      <Figure label={t('developer.health.waits', { of })} value={number(pool.waits)} />
      <Figure label={t('developer.health.waited', { of })} value={duration(language, pool.waitedMs)} />
    </>
  );
}
