import { Group, Select } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { binQuery, type BinSearch } from '../../api/bin';
import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { ListFoot } from '../../lists/ListFoot';
import { SearchBox } from '../../lists/SearchBox';
import { Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { Page } from '../../ui/Page';
import { Rows } from '../../ui/Rows';
import { Deleted } from './Deleted';

/** What was deleted and can come back, an article once: /admin/bin. */
export function Bin() {
  const { t, plural } = useSpeech();
  const search: BinSearch = useSearch({ from: '/staff/bin' });
  const query = useInfiniteQuery({ ...binQuery(search), placeholderData: keepPreviousData });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const days = query.data?.pages[0]?.keepDays ?? 0;
  if (query.isError && !query.data) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  const narrowed = search.q !== undefined || search.collection !== undefined;
  return (
    <Page title={t('nav.bin')} hint={days > 0 ? plural('bin.hint', days) : undefined}>
      {(narrowed || items.length > 0) && <Tools search={search} />}
      {query.isSuccess && items.length === 0 && <Nothing search={search} more={query.hasNextPage} />}
      <Rows>
        {items.map((each) => (
          <Deleted key={`${each.collection} ${each.id}`} entry={each} />
        ))}
      </Rows>
      {(items.length > 0 || query.hasNextPage) && <ListFoot of="list" count={items.length} query={query} />}
    </Page>
  );
}

/** The search of the bin, by title in any language and by collection. */
function Tools({ search }: { search: BinSearch }) {
  const { t, text } = useSpeech();
  const navigate = useNavigate({ from: '/bin' });
  const { collections } = useBootstrap();
  const narrow = (change: { q?: string | undefined; collection?: string | undefined }) => {
    const next = { ...search, ...change };
    void navigate({ search: { ...(next.q ? { q: next.q } : {}), ...(next.collection ? { collection: next.collection } : {}) }, replace: true });
  };
  return (
    <Group gap="sm" mb="sm">
      <SearchBox label={t('bin.search')} term={search.q ?? ''} search={(q) => narrow({ q })} />
      {collections.length > 1 && (
        <Select
          data={collections.map(({ name, title }) => ({ value: name, label: text(title, name) }))}
          value={search.collection ?? null}
          onChange={(next) => narrow({ collection: next ?? undefined })}
          placeholder={t('bin.anyCollection')}
          aria-label={t('bin.collection')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('action.clear') }}
          w={220}
        />
      )}
    </Group>
  );
}

/** `more`: not all of the bin was looked through. */
function Nothing({ search: { q, collection }, more }: { search: BinSearch; more: boolean }) {
  const { t } = useSpeech();
  if (q === undefined && collection === undefined) return more ? null : <EmptyState icon="trash" title={t('bin.empty')} hint={t('bin.emptyHint')} />;
  return <EmptyState icon="search" title={t('bin.noMatch')} hint={t(more ? 'bin.noMatchYet' : 'bin.noMatchHint')} />;
}
