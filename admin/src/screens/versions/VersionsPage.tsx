import { Loader, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';

import type { Collection, EntryDetail, NamedEntry } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { useSpeech } from '../../i18n/text';
import { EntryStatus } from '../../ui/EntryStatus';
import { LinkAnchor, LinkButton } from '../../ui/links';
import { usePageTitle } from '../../ui/usePageTitle';
import { useArticleTitle } from '../entry/article/useArticleTitle';
import { EntrySkeleton } from '../entry/EntrySkeleton';
import { useTranslations } from '../entry/useTranslations';
import { workingOf } from '../entry/working';
import { Compared } from './Compared';
import { historyOf } from './history';
import { rowsOf, useParts, versionOf, type Part, type Row } from './parts';
import { comparisonOf, type Comparison } from './sides';
import { PartFilter, shownOf, Timeline } from './Timeline';
import classes from './Versions.module.css';

/** The history of an entry, of an article that of all its languages, and beside it what two versions of one entry have otherwise. */
export function VersionsPage({ collection, detail }: { collection: Collection; detail: EntryDetail }) {
  const { t, text } = useSpeech();
  const { entry } = detail;
  const { of = '', ...asked } = useSearch({ from: '/staff/c/$collection/$id/versions' });
  const navigate = useNavigate();
  const { data } = useInfiniteQuery(historyOf([entry]));
  const parts = useParts(collection, detail);
  const lines = data?.pages.flatMap((page) => page.items) ?? [];
  const title = useArticleTitle(collection, workingOf(detail).data, useTranslations(collection, detail)).named || t('value.untitled');
  const comparison = comparisonOf(asked, entry.version, detail.draft !== undefined, lines);
  const params = { collection: entry.collection, id: entry.id };
  const filter = (next: string) => {
    const [part] = parts ? shownOf(parts, next) : [];
    const to = next && part ? part.detail.entry : entry;
    const kept = to.id === entry.id ? asked : {};
    void navigate({ to: '/c/$collection/$id/versions', params: { collection: to.collection, id: to.id }, search: { ...kept, ...(next ? { of: next } : {}) }, replace: true, resetScroll: false });
  };
  const newest = useNewest(parts, asked.version === undefined && of === '' ? entry.id : undefined);
  usePageTitle(t('versions.of', { title }), text(collection.title, collection.name));
  if (newest === undefined) return <EntrySkeleton />;
  // An article is opened at what is on top of its history, in whatever language that is.
  if (newest && newest.id !== entry.id) return <Navigate to="/c/$collection/$id/versions" params={{ collection: newest.collection, id: newest.id }} replace />;
  return (
    <div className={classes['root']}>
      <header className={classes['head']}>
        <LinkAnchor to="/c/$collection/$id" params={params} size="xs" c="dimmed">
          {t('entry.backToEntry')}
        </LinkAnchor>
        <Title order={1} size="h2" lineClamp={2}>
          {t('versions.of', { title })}
        </Title>
        <EntryStatus collection={collection} entry={entry} pending={detail.hasDraft} />
      </header>
      <div className={classes['columns']} data-picked={asked.version !== undefined || undefined}>
        <div className={classes['timeline']}>
          {parts ? (
            <>
              <Keys params={params} parts={shownOf(parts, of)} picked={comparison.picked} of={of} />
              <PartFilter parts={parts} of={of} filter={filter} />
              <Timeline parts={parts} of={of} picked={{ id: entry.id, side: comparison.picked }} keeps />
            </>
          ) : (
            <Loader size="sm" aria-label={t('app.loading')} />
          )}
        </div>
        <div className={classes['main']}>
          <div className={classes['back']}>
            <LinkButton to="/c/$collection/$id/versions" params={params} search={of ? { of } : {}} variant="default" size="compact-sm">
              {t('versions.all')}
            </LinkButton>
          </div>
          {data ? <Compared collection={collection} detail={detail} lines={lines} comparison={comparison} part={parts?.find((each) => each.detail.entry.id === entry.id)?.name} /> : <Text c="dimmed">{t('app.loading')}</Text>}
        </div>
      </div>
    </div>
  );
}

/**
 * The entry that the newest of a history is of, where the whole of an article is asked for by its id; null where something else is,
 * undefined until it is known.
 */
function useNewest(parts: readonly Part[] | undefined, id: string | undefined): NamedEntry | null | undefined {
  const [whole] = parts ?? [];
  const asks = id !== undefined && parts !== undefined && parts.length > 1 && whole?.detail.entry.id === id;
  const { data, hasNextPage, isError } = useInfiniteQuery({ ...historyOf((parts ?? []).map(({ detail }) => detail.entry)), enabled: asks });
  if (parts === undefined) return id === undefined ? null : undefined;
  if (!asks || isError) return null;
  return data && (rowsOf(parts, data.pages.flatMap((page) => page.items), hasNextPage)[0]?.part.detail.entry ?? null);
}

interface KeysProps {
  params: { collection: string; id: string };
  parts: readonly Part[];
  picked: Comparison['picked'];
  of: string;
}

/** `j` and `k` go through the history as through a list, `u` leads back to the entry. */
function Keys({ params, parts, picked, of }: KeysProps): null {
  const navigate = useNavigate();
  const { data, hasNextPage } = useInfiniteQuery(historyOf(parts.map(({ detail }) => detail.entry)));
  const rows = rowsOf(parts, data?.pages.flatMap((page) => page.items) ?? [], hasNextPage).filter((row) => versionOf(row) !== undefined);
  const at = rows.findIndex((row) => row.part.detail.entry.id === params.id && versionOf(row) === picked);
  const go = (row: Row | undefined) => {
    const version = row && versionOf(row);
    if (!row || version === undefined) return;
    const { collection, id } = row.part.detail.entry;
    void navigate({ to: '/c/$collection/$id/versions', params: { collection, id }, search: { version, ...(of ? { of } : {}) }, replace: true });
  };
  useShortcut({ keys: 'j', label: 'shortcuts.olderVersion', group: 'entry' }, () => go(rows[at + 1]), at + 1 < rows.length);
  useShortcut({ keys: 'k', label: 'shortcuts.newerVersion', group: 'entry' }, () => go(rows[at - 1]), at > 0);
  useShortcut({ keys: 'u', label: 'shortcuts.backToEntry', group: 'entry' }, () => void navigate({ to: '/c/$collection/$id', params }));
  return null;
}
