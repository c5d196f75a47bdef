import { Badge, Button, Loader, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

import { useMe } from '../../api/session';
import type { Draft, Entry, EntryDetail, EntryVersion } from '../../api/types.gen';
import { versionsQuery } from '../../api/versions';
import { useSpeech } from '../../i18n/text';
import { useMore } from '../../lists/useMore';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { nameOf } from '../entry/EntryFacts';
import type { Side } from './sides';
import classes from './Timeline.module.css';

/** The versions of an entry and its pending draft, the newest first, each a link to what it changed. `name`: what they are called. */
export function Timeline({ detail, picked, name }: { detail: EntryDetail; picked?: Side | undefined; name?: string }) {
  const { t } = useSpeech();
  const { entry, draft } = detail;
  const query = useInfiniteQuery(versionsQuery(entry.collection, entry.id));
  const { pending, more } = useMore(query);
  const lines = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <Loader size="sm" aria-label={t('app.loading')} />;
  if (query.isError && lines.length === 0) {
    return (
      <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
        {t('action.retry')}
      </Button>
    );
  }
  if (lines.length === 0 && !draft) {
    return (
      <Text size="sm" c="dimmed">
        {t('entry.historyEmpty')}
      </Text>
    );
  }
  return (
    <nav aria-label={name ?? t('versions.all')}>
      <ol className={classes['list']}>
        {draft && <DraftItem entry={entry} draft={draft} picked={picked === 'draft'} />}
        {lines.map((line) => (
          <Item key={`${line.version} ${line.time}`} detail={detail} line={line} picked={picked === line.version} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button variant="default" size="compact-sm" mt="sm" loading={pending} onClick={more}>
          {t('list.more')}
        </Button>
      )}
    </nav>
  );
}

function Item({ detail: { entry, collection }, line, picked }: { detail: EntryDetail; line: EntryVersion; picked: boolean }) {
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  const current = line.version === entry.version;
  const did = t(`entry.did.${line.action}`, { name: nameOf(speech, line.actor, me.userId) });
  return (
    <li className={classes['item']} data-picked={picked || undefined}>
      {line.name && (
        <Text size="sm" fw={650} className={classes['name'] ?? ''}>
          {line.name}
        </Text>
      )}
      {line.kept || current ? (
        <ToVersion entry={entry} version={line.version} picked={picked} label={did} />
      ) : (
        <Text size="sm">{did}</Text>
      )}
      <Text size="xs" c="dimmed" component="div">
        <Ago time={line.time} /> · {t(`through.${line.surface}`)} · {t('value.version', { version: line.version })}
      </Text>
      {current && (
        <Badge size="xs" variant="light" tt="none" mt={2}>
          {t(collection.lifecycle === 'publishing' && entry.status === 'published' ? 'versions.live' : 'versions.now')}
        </Badge>
      )}
      {!line.kept && !current && (
        <Text size="xs" c="dimmed" fs="italic">
          {t('versions.notKept')}
        </Text>
      )}
    </li>
  );
}

function DraftItem({ entry, draft, picked }: { entry: Entry; draft: Draft; picked: boolean }) {
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  return (
    <li className={classes['item']} data-picked={picked || undefined}>
      <ToVersion entry={entry} version="draft" picked={picked} label={t('versions.draft')} />
      <Text size="xs" c="dimmed" component="div">
        {nameOf(speech, draft.savedBy, me.userId)} · <Ago time={draft.savedAt} />
      </Text>
    </li>
  );
}

function ToVersion({ entry, version, picked, label }: { entry: Entry; version: number | 'draft'; picked: boolean; label: string }) {
  return (
    <LinkAnchor
      to="/c/$collection/$id/versions"
      params={{ collection: entry.collection, id: entry.id }}
      search={{ version }}
      size="sm"
      fw={500}
      c="inherit"
      className={classes['link'] ?? ''}
      aria-current={picked ? 'true' : undefined}
    >
      {label}
    </LinkAnchor>
  );
}
