import { Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import type { Collection, EntryDetail } from '../../api/types.gen';
import { versionsQuery } from '../../api/versions';
import { useShortcut } from '../../app/shortcuts';
import { useSpeech } from '../../i18n/text';
import { EntryStatus } from '../../ui/EntryStatus';
import { LinkAnchor, LinkButton } from '../../ui/links';
import { usePageTitle } from '../../ui/usePageTitle';
import { useArticleTitle } from '../entry/article/useArticleTitle';
import { useTranslations } from '../entry/useTranslations';
import { workingOf } from '../entry/working';
import { Compared } from './Compared';
import { comparisonOf, type Comparison } from './sides';
import { Timeline } from './Timeline';
import classes from './Versions.module.css';

/** The timeline of an entry, and beside it what two of its versions have otherwise. */
export function VersionsPage({ collection, detail }: { collection: Collection; detail: EntryDetail }) {
  const { t, text } = useSpeech();
  const { entry } = detail;
  const asked = useSearch({ from: '/staff/c/$collection/$id/versions' });
  const { data } = useInfiniteQuery(versionsQuery(entry.collection, entry.id));
  const lines = data?.pages.flatMap((page) => page.items) ?? [];
  const title = useArticleTitle(collection, workingOf(detail).data, useTranslations(collection, detail)) || t('value.untitled');
  const comparison = comparisonOf(asked, entry.version, detail.draft !== undefined, lines);
  const params = { collection: entry.collection, id: entry.id };
  useVersionShortcuts(params, comparison.picked, [...(detail.draft ? ['draft' as const] : []), ...lines.filter(({ kept, version }) => kept || version === entry.version).map(({ version }) => version)]);
  usePageTitle(t('versions.of', { title }), text(collection.title, collection.name));
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
          <Timeline detail={detail} picked={comparison.picked} />
        </div>
        <div className={classes['main']}>
          <div className={classes['back']}>
            <LinkButton to="/c/$collection/$id/versions" params={params} variant="default" size="compact-sm">
              {t('versions.all')}
            </LinkButton>
          </div>
          {data ? <Compared collection={collection} detail={detail} lines={lines} comparison={comparison} /> : <Text c="dimmed">{t('app.loading')}</Text>}
        </div>
      </div>
    </div>
  );
}

/** `j` and `k` go through the versions as through a list, `u` leads back to the entry. */
function useVersionShortcuts(params: { collection: string; id: string }, picked: Comparison['picked'], order: readonly Comparison['picked'][]): void {
  const navigate = useNavigate();
  const at = order.indexOf(picked);
  const go = (version: Comparison['picked'] | undefined) => version !== undefined && void navigate({ to: '/c/$collection/$id/versions', params, search: { version }, replace: true });
  useShortcut({ keys: 'j', label: 'shortcuts.olderVersion', group: 'entry' }, () => go(order[at + 1]), at + 1 < order.length);
  useShortcut({ keys: 'k', label: 'shortcuts.newerVersion', group: 'entry' }, () => go(order[at - 1]), at > 0);
  useShortcut({ keys: 'u', label: 'shortcuts.backToEntry', group: 'entry' }, () => void navigate({ to: '/c/$collection/$id', params }));
}
