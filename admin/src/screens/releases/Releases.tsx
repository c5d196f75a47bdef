import { Button, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { createRelease, publishedReleasesQuery, waitingReleasesQuery } from '../../api/releases';
import { isAtLeast, useMe } from '../../api/session';
import type { Release } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { useMore } from '../../lists/useMore';
import { Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { Page } from '../../ui/Page';
import { Row, Rows } from '../../ui/Rows';
import { refusedRelease } from '../../values/reasons';
import { timesOf, zone } from '../calendar/times';
import { NameDialog } from './NameDialog';

/** The sets of entries that are published together, those that wait first: /admin/releases. */
export function Releases() {
  const { t } = useSpeech();
  const me = useMe();
  const navigate = useNavigate();
  const [naming, dialog] = useDisclosure(false);
  const waiting = useQuery(waitingReleasesQuery);
  const past = useInfiniteQuery(publishedReleasesQuery);
  const { pending, more } = useMore(past);
  if (waiting.isError && !waiting.data) return <Trouble error={waiting.error} reset={() => void waiting.refetch()} />;
  const published = past.data?.pages.flatMap((page) => page.items) ?? [];
  const editor = isAtLeast(me.role, 'editor');
  const empty = waiting.isSuccess && past.isSuccess && waiting.data.items.length === 0 && published.length === 0;
  const make = (
    <Button leftSection={<Icon name="plus" />} onClick={dialog.open}>
      {t('releases.new')}
    </Button>
  );
  return (
    <Page title={t('nav.releases')} hint={t('releases.hint')} actions={editor && !empty && make}>
      {naming && (
        <NameDialog title={t('releases.new')} action={t('releases.create')} initial="" save={createRelease} close={dialog.close} saved={({ id }) => void navigate({ to: '/releases/$id', params: { id } })} />
      )}
      {empty && (
        <EmptyState icon="release" title={t('releases.empty')} hint={t(editor ? 'releases.emptyHint' : 'releases.emptyReader')}>
          {editor && make}
        </EmptyState>
      )}
      <Part title={t('releases.waiting')} releases={waiting.data?.items ?? []} />
      <Part title={t('releases.past')} releases={published} />
      {past.hasNextPage && (
        <Button variant="default" mt="sm" loading={pending} onClick={more}>
          {t('list.more')}
        </Button>
      )}
    </Page>
  );
}

function Part({ title, releases }: { title: string; releases: readonly Release[] }) {
  if (releases.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={2} mt="md" mb="xs">
        {title}
      </Title>
      <Rows>
        {releases.map((each) => (
          <ReleaseRow key={each.id} release={each} />
        ))}
      </Rows>
    </section>
  );
}

function ReleaseRow({ release }: { release: Release }) {
  const { t, plural } = useSpeech();
  const says = useStateWords();
  return (
    <Row
      icon={release.state === 'failed' ? 'alert' : 'release'}
      title={release.name}
      facts={[plural('releases.entries', release.count), says(release)]}
      link={
        <LinkAnchor to="/releases/$id" params={{ id: release.id }} size="xs" aria-label={`${t('releases.openIt')}: ${release.name}`}>
          {t('releases.openIt')}
        </LinkAnchor>
      }
    >
      {null}
    </Row>
  );
}

/** How far a release is, and when it goes or went out. */
function useStateWords(): (release: Release) => string {
  const speech = useSpeech();
  const { t, moment } = speech;
  return ({ state, at, timeZone, publishedAt, publishedBy, problem }) => {
    if (state === 'published' && publishedAt !== null) return t('releases.publishedBy', { time: moment(publishedAt), name: publishedBy?.name || t('entry.nobody') });
    if (state === 'failed') return `${t('releases.state.failed')}: ${problem ? refusedRelease(problem, speech) : ''}`;
    if (at === null || timeZone === null) return t(`releases.state.${state}`);
    return t('calendar.will.release', { times: timesOf(speech, { at, timeZone }, zone) });
  };
}
