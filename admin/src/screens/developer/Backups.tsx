import { Button, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { backupAddress, backupsQuery, takeBackup } from '../../api/developer';
import type { Backup, BackupCopy, Backups as Report } from '../../api/types.gen';
import { byteSize } from '../../i18n/bytes';
import { duration } from '../../i18n/duration';
import { useSpeech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/icons';
import { Notice } from '../../ui/Notice';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { Row, Rows } from '../../ui/Rows';
import { alarmOf, everyWords, keptWords } from './backups';
import { Figure, Section } from './Figures';

/** The copies of the site: how the last one is, the schedule, and what is kept. */
export function Backups() {
  const query = useQuery(backupsQuery);
  if (query.isError) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  return query.data ? <Standing report={query.data} /> : null;
}

function Standing({ report }: { report: Report }) {
  const { t } = useSpeech();
  return (
    <>
      <Alarm report={report} />
      {report.last && <Last copy={report.last} />}
      {report.place === null ? (
        <EmptyState icon="archive" title={t('developer.backups.noPlace')} hint={t('developer.backups.noPlaceHint')} />
      ) : (
        <>
          <Schedule report={report} />
          <Copies report={report} />
        </>
      )}
    </>
  );
}

function Alarm({ report }: { report: Report }) {
  const { t, plural, moment } = useSpeech();
  const { failed } = report;
  switch (alarmOf(report)) {
    case 'failed':
      return (
        <Notice tone="danger" icon="alert" title={t('developer.backups.failed')}>
          {t('developer.backups.failedHint', { time: moment(failed?.endedAt ?? 0), problem: failed?.problem ?? '' })} {plural('developer.backups.failures', report.failures)}
        </Notice>
      );
    case 'overdue':
      return (
        <Notice tone="danger" icon="alert" title={t('developer.backups.overdue')}>
          {t('developer.backups.overdueHint')}
        </Notice>
      );
    case 'unlisted':
      return (
        <Notice tone="warning" icon="alert" title={t('developer.backups.unlisted')}>
          {t('developer.backups.unlistedHint')}
        </Notice>
      );
    default:
      return null;
  }
}

function Last({ copy }: { copy: Backup }) {
  const { t, number, moment, ago, language } = useSpeech();
  return (
    <Section title={t('developer.backups.standing')}>
      <Figure label={t('developer.backups.last')} value={ago(copy.beganAt)} />
      <Figure label={t('developer.backups.size')} value={byteSize(language, copy.bytes)} />
      <Figure label={t('developer.backups.rows')} value={number(copy.rows)} />
      <Figure label={t('developer.backups.objects')} value={copy.media ? number(copy.objects) : t('developer.backups.without')} />
      <Figure label={t('developer.backups.checked')} value={t('developer.backups.checkedAt', { time: moment(copy.endedAt ?? 0) })} />
      <Figure label={t('developer.backups.took')} value={duration(language, (copy.endedAt ?? 0) - copy.beganAt)} />
    </Section>
  );
}

function Schedule({ report }: { report: Report }) {
  const speech = useSpeech();
  const { t, moment } = speech;
  return (
    <Section title={t('developer.backups.schedule')}>
      <Figure label={t('developer.backups.every')} value={everyWords(report.everyMs, speech)} />
      {report.next !== null && <Figure label={t('developer.backups.next')} value={moment(report.next)} />}
      <Figure label={t('developer.backups.kept')} value={keptWords(report.keep, speech)} />
      <Figure label={t('developer.backups.place')} value={report.place ?? ''} />
    </Section>
  );
}

function Copies({ report }: { report: Report }) {
  const { t, moment } = useSpeech();
  return (
    <section aria-label={t('developer.backups.copies')}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('developer.backups.copies')}
        </Title>
        <Now running={report.running !== null} />
      </Group>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {report.running ? t('developer.backups.running', { time: moment(report.running.beganAt) }) : t('developer.backups.secret')}
      </Text>
      {report.copies.length > 0 ? (
        <Rows>
          {report.copies.map((copy) => (
            <Kept key={copy.name} copy={copy} />
          ))}
        </Rows>
      ) : (
        report.listed && <EmptyState icon="archive" title={t('developer.backups.noCopies')} hint={t('developer.backups.noCopiesHint')} />
      )}
    </section>
  );
}

function Now({ running }: { running: boolean }) {
  const speech = useSpeech();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: takeBackup,
    onSuccess: () => notifyDone(speech, speech.t('developer.backups.begun')),
    onError: (error) => notifyFailure(speech, error, speech.t('developer.backups.notBegun')),
    onSettled: () => queries.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
  return (
    <Button onClick={() => mutate()} loading={isPending} disabled={running}>
      {speech.t('developer.backups.now')}
    </Button>
  );
}

function Kept({ copy }: { copy: BackupCopy }) {
  const { t, moment, language } = useSpeech();
  const media = copy.media === null ? t('developer.backups.unknown') : t(copy.media ? 'developer.backups.media.with' : 'developer.backups.media.without');
  const facts = [byteSize(language, copy.bytes), media, copy.checkedAt === null ? '' : t('developer.backups.readBack')];
  return (
    <Row icon="archive" title={moment(copy.takenAt)} facts={facts}>
      <Button variant="default" size="xs" component="a" href={backupAddress(copy.name)} download aria-label={t('developer.backups.downloadOf', { name: copy.name })} leftSection={<Icon name="download" />}>
        {t('developer.backups.download')}
      </Button>
    </Row>
  );
}
