import { Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { membersQuery } from '../../api/people';
import type { Member } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { ListFoot } from '../../lists/ListFoot';
import { ListTable } from '../../lists/ListTable';
import { SearchBox } from '../../lists/SearchBox';
import { Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { Page } from '../../ui/Page';
import { useMemberColumns } from './columns';

/** Everybody who has signed in to the site: /admin/members. */
export function Members() {
  const { t } = useSpeech();
  const { q = '' } = useSearch({ from: '/staff/members' });
  const navigate = useNavigate({ from: '/members' });
  return (
    <Page title={t('nav.members')} hint={t('members.hint')}>
      <Group mb="sm">
        <SearchBox label={t('members.search')} term={q} search={(term) => void navigate({ search: term === '' ? {} : { q: term }, replace: true })} />
      </Group>
      <MemberList term={q} />
    </Page>
  );
}

function MemberList({ term }: { term: string }) {
  const { t } = useSpeech();
  const columns = useMemberColumns();
  const query = useInfiniteQuery(membersQuery(term));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  if (query.isError && !query.data) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  if (query.isSuccess && rows.length === 0) return <Nobody term={term} />;
  return (
    <>
      <ListTable<Member>
        label={t('nav.members')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name || row.email}
        loading={query.isPending}
      />
      <ListFoot of="members" count={rows.length} query={query} />
    </>
  );
}

function Nobody({ term }: { term: string }) {
  const { t } = useSpeech();
  if (term === '') return <EmptyState icon="members" title={t('members.empty')} hint={t('members.emptyHint')} />;
  return <EmptyState icon="search" title={t('members.noMatch')} hint={t('members.noMatchHint', { term })} />;
}
