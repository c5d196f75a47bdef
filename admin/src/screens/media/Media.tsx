import { Group, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { mediaQuery } from '../../api/media';
import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { ListFoot } from '../../lists/ListFoot';
import { SearchBox } from '../../lists/SearchBox';
import { Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { Page } from '../../ui/Page';
import { Assets } from './Assets';
import { NotConfigured } from './NotConfigured';

/** The media library: /admin/media. */
export function Media() {
  const { site } = useBootstrap();
  return site.capabilities.media ? <MediaPage /> : <NotConfigured />;
}

function MediaPage() {
  const { t } = useSpeech();
  const { q = '' } = useSearch({ from: '/staff/media' });
  const navigate = useNavigate({ from: '/media' });
  return (
    <Page title={t('nav.media')} hint={t('media.hint')}>
      <Group mb="sm">
        <SearchBox label={t('media.search')} term={q} search={(term) => void navigate({ search: term === '' ? {} : { q: term }, replace: true })} />
      </Group>
      <Library term={q} />
    </Page>
  );
}

function Library({ term }: { term: string }) {
  const query = useInfiniteQuery(mediaQuery(term));
  if (query.isPending) return <Skeleton h={420} />;
  if (!query.data) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  const assets = query.data.pages.flatMap((page) => page.items);
  if (assets.length === 0) return <Nothing term={term} />;
  return (
    <>
      <Assets assets={assets} />
      <ListFoot of="media" count={assets.length} query={query} />
    </>
  );
}

function Nothing({ term }: { term: string }) {
  const { t } = useSpeech();
  if (term === '') return <EmptyState icon="media" title={t('media.empty')} hint={t('media.emptyHint')} />;
  return <EmptyState icon="search" title={t('list.noMatch')} hint={t('media.noMatchHint', { term })} />;
}
