import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';

import { ApiFailure } from '../../api/failure';
import { releaseQuery } from '../../api/releases';
import { isAtLeast, useMe } from '../../api/session';
import type { ReleaseDetail } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { LinkAnchor } from '../../ui/links';
import { Notice } from '../../ui/Notice';
import { Page } from '../../ui/Page';
import { refusedRelease } from '../../values/reasons';
import { isDue, untilDue } from './due';
import { timesOf, zone } from '../calendar/times';
import { FillRelease } from './FillRelease';
import { groupsOf, obstaclesOf } from './groups';
import { ReleaseActions } from './ReleaseActions';
import { ReleaseEntries } from './ReleaseEntries';

/** A release with its entries, and what is in the way of each: /admin/releases/<id>. */
export function Release() {
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  const { id } = useParams({ from: '/staff/releases/$id' });
  const { data: release, dataUpdatedAt, error, refetch } = useQuery({ ...releaseQuery(id), refetchInterval: ({ state }) => untilDue(state.data) });
  if (!release && error instanceof ApiFailure && error.status === 404) {
    return (
      <EmptyState page icon="release" title={t('releases.gone')} hint={t('releases.goneHint')}>
        <AllReleases />
      </EmptyState>
    );
  }
  if (!release) return error ? <Trouble error={error} reset={() => void refetch()} /> : null;
  const editable = isAtLeast(me.role, 'editor') && release.state !== 'published';
  return (
    <Page title={release.name} hint={sizeOf(release, speech)} actions={isAtLeast(me.role, 'editor') && <ReleaseActions release={release} />}>
      <Stand release={release} seenAt={dataUpdatedAt} />
      {editable && <FillRelease release={release} />}
      {release.entries.length === 0 ? (
        <EmptyState icon="release" title={t('releases.noEntries')} hint={t('releases.noEntriesHint')} />
      ) : (
        <ReleaseEntries release={release} editable={editable} />
      )}
      <AllReleases />
    </Page>
  );
}

/** How much is in a release: an article is one, whatever languages of it go out. */
function sizeOf({ entries }: ReleaseDetail, { t, plural }: Speech): string {
  const groups = groupsOf(entries).length;
  const size = plural('releases.entries', groups);
  return groups === entries.length ? size : t('releases.inParts', { size, parts: plural('releases.parts', entries.length) });
}

/** How far the release was when it was last asked for, and what keeps it from going out. */
function Stand({ release, seenAt }: { release: ReleaseDetail; seenAt: number }) {
  const speech = useSpeech();
  const { t, plural, moment } = speech;
  const { state, at, timeZone, setBy, publishedAt, publishedBy, problem } = release;
  const refused = obstaclesOf(release);
  const nobody = t('entry.nobody');
  return (
    <>
      {state === 'published' && publishedAt !== null && <Text mb="md">{t('releases.publishedBy', { time: moment(publishedAt), name: publishedBy?.name || nobody })}</Text>}
      {state === 'scheduled' && at !== null && timeZone !== null && (
        <Notice tone="quiet" icon="clock" title={t(isDue(release, seenAt) ? 'releases.due' : 'releases.state.scheduled')}>
          {t('releases.scheduled', { times: timesOf(speech, { at, timeZone }, zone), name: setBy?.name || nobody })}
        </Notice>
      )}
      {state === 'failed' && (
        <Notice tone="danger" icon="alert" title={t('releases.failed')}>
          {problem && refusedRelease(problem, speech)}
        </Notice>
      )}
      {refused > 0 && (
        <Notice tone="warning" icon="alert" title={plural('releases.way', refused)}>
          {t('releases.wayHint')}
        </Notice>
      )}
    </>
  );
}

function AllReleases() {
  const { t } = useSpeech();
  return (
    <LinkAnchor to="/releases" size="sm" mt="md" display="inline-block">
      {t('releases.all')}
    </LinkAnchor>
  );
}
