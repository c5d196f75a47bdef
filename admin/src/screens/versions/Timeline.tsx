import { Badge, Button, Loader, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

import { useMe } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { useMore } from '../../lists/useMore';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { listed } from '../../values/names';
import { fieldTitle } from '../../values/schema';
import { nameOf } from '../entry/EntryFacts';
import { historyOf } from './history';
import type { Line } from './lines';
import { rowsOf, togetherOf, versionOf, type Part, type Row } from './parts';
import { draftName, type Side } from './sides';
import classes from './Timeline.module.css';
import { writersOf } from './writers';

interface TimelineProps {
  parts: readonly Part[];
  /** The key of the part that alone is shown; '' for all. */
  of: string;
  /** What is looked at: an entry, and which side of it. */
  picked?: { id: string; side: Side };
  /** Whether the address keeps the filter. */
  keeps?: boolean;
}

/** What a filter shows of an article. */
export const shownOf = (parts: readonly Part[], of: string) => (parts.some(({ key }) => key === of) ? parts.filter(({ key }) => key === of) : parts);

/** The versions of what has one history and its pending drafts, the newest first, each a link to what it changed. */
export function Timeline({ parts, of, picked, keeps = false }: TimelineProps) {
  const { t } = useSpeech();
  const shown = shownOf(parts, of);
  const query = useInfiniteQuery(historyOf(shown.map(({ detail }) => detail.entry)));
  const { pending, more } = useMore(query);
  if (query.isPending) return <Loader size="sm" aria-label={t('app.loading')} />;
  if (!query.data) {
    return (
      <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
        {t('action.retry')}
      </Button>
    );
  }
  const rows = rowsOf(shown, query.data.pages.flatMap((page) => page.items), query.hasNextPage);
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('entry.historyEmpty')}
      </Text>
    );
  }
  return (
    <nav aria-label={t('versions.all')}>
      <ol className={classes['list']}>
        {togetherOf(rows).map((together) => {
          const [row] = together;
          const isPicked = (each: Row) => each.part.detail.entry.id === picked?.id && picked.side === (each.line?.version ?? 'draft');
          const place = { of: keeps ? of : '' };
          if (!row) return null;
          const key = `${row.part.key} ${row.line ? `${row.line.version} ${row.line.time}` : 'draft'}`;
          if (together.length > 1 && row.line) return <Together key={key} rows={together} line={row.line} isPicked={isPicked} {...place} />;
          return <Item key={key} row={row} picked={isPicked(row)} {...place} />;
        })}
      </ol>
      {query.hasNextPage && (
        <Button variant="default" size="compact-sm" mt="sm" loading={pending} onClick={more}>
          {t('list.more')}
        </Button>
      )}
    </nav>
  );
}

/** Narrows the history of an article to one of its languages, or to what all of them share. */
export function PartFilter({ parts, of, filter }: { parts: readonly Part[]; of: string; filter: (of: string) => void }) {
  const { t } = useSpeech();
  if (parts.length < 2) return null;
  const choices = [{ value: '', label: t('versions.everyLanguage') }, ...parts.map(({ key, name }) => ({ value: key, label: name }))];
  return <NativeSelect size="xs" mb="sm" aria-label={t('versions.language')} value={of} onChange={(event) => filter(event.currentTarget.value)} data={choices} />;
}

function Item({ row, picked, of }: { row: Row; picked: boolean; of: string }) {
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  const { part, line, draft } = row;
  const version = versionOf(row);
  const did = line ? t(`entry.did.${line.action}`, { name: nameOf(speech, line.actor, me.userId) }) : t(draftName(part.detail));
  return (
    <li className={classes['item']} data-picked={picked || undefined}>
      {part.name && (
        <Text size="xs" className={classes['part'] ?? ''}>
          {part.name}
        </Text>
      )}
      {line?.name && (
        <Text size="sm" fw={650} className={classes['name'] ?? ''}>
          {line.name}
        </Text>
      )}
      {version === undefined ? <Text size="sm">{did}</Text> : <ToVersion part={part} version={version} picked={picked} label={did} of={of} />}
      {line && <Changed part={part} line={line} />}
      <Text size="xs" c="dimmed" component="div">
        {line ? (
          <>
            <Ago time={line.time} /> · {t(`through.${line.surface}`)} · {t('value.version', { version: line.version })}
          </>
        ) : (
          <>
            {writersOf(speech, draft, me.userId)} · <Ago time={draft.savedAt} />
          </>
        )}
      </Text>
      {line && <Kept part={part} line={line} />}
    </li>
  );
}

/** What was done at once to several languages of an article, with a way to the version of each. */
function Together({ rows, line, isPicked, of }: { rows: readonly Row[]; line: Line; isPicked: (row: Row) => boolean; of: string }) {
  const speech = useSpeech();
  const { t, language } = speech;
  const me = useMe();
  const did = t(`entry.did.${line.action}`, { name: nameOf(speech, line.actor, me.userId) });
  return (
    <li className={classes['item']} data-picked={rows.some(isPicked) || undefined}>
      <Text size="xs" className={classes['part'] ?? ''}>
        {listed(rows.map(({ part }) => part.name), language)}
      </Text>
      <Text size="sm" fw={500}>
        {did}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        <Ago time={line.time} /> · {t(`through.${line.surface}`)}
      </Text>
      <ul className={classes['versions']}>
        {rows.map((row) => (
          <li key={row.part.key}>
            <ToPart row={row} picked={isPicked(row)} did={did} of={of} />
            {row.line && <Changed part={row.part} line={row.line} />}
            {row.line && <Kept part={row.part} line={row.line} />}
          </li>
        ))}
      </ul>
    </li>
  );
}

function ToPart({ row, picked, did, of }: { row: Row; picked: boolean; did: string; of: string }) {
  const { t } = useSpeech();
  const { part, line } = row;
  const version = versionOf(row);
  const number = (
    <Text span size="xs" c="dimmed">
      {' · '}
      {t('value.version', { version: line?.version ?? 0 })}
    </Text>
  );
  if (version === undefined) return <Text size="xs">{part.name}{number}</Text>;
  return (
    <>
      <LinkAnchor
        to="/c/$collection/$id/versions"
        params={{ collection: part.detail.entry.collection, id: part.detail.entry.id }}
        search={{ version, ...(of ? { of } : {}) }}
        size="xs"
        aria-current={picked ? 'true' : undefined}
        aria-label={`${did}: ${part.name}`}
      >
        {part.name}
      </LinkAnchor>
      {number}
    </>
  );
}

const mostNamed = 3;

/** The fields that a version changed, by their titles. */
function Changed({ part: { detail }, line: { changed } }: { part: Part; line: Line }) {
  const speech = useSpeech();
  const { t, plural, language } = speech;
  if (!changed?.length) return null;
  const named = changed.slice(0, mostNamed).map((field) => fieldTitle(speech, detail.collection, field));
  const rest = changed.length - named.length;
  return <Text size="xs">{t('versions.changed', { fields: listed(rest > 0 ? [...named, plural('versions.more', rest)] : named, language) })}</Text>;
}

/** What is to be known of a version: that it is the one of now, or that nothing is left of it but this. */
function Kept({ part: { detail }, line }: { part: Part; line: Line }) {
  const { t } = useSpeech();
  const { entry, collection } = detail;
  if (line.version === entry.version) {
    return (
      <Badge size="xs" variant="light" tt="none" mt={2}>
        {t(collection.lifecycle === 'publishing' && entry.status === 'published' ? 'versions.live' : 'versions.now')}
      </Badge>
    );
  }
  if (line.kept) return null;
  return (
    <Text size="xs" c="dimmed" fs="italic">
      {t('versions.notKept')}
    </Text>
  );
}

function ToVersion({ part: { detail, name }, version, picked, label, of }: { part: Part; version: number | 'draft'; picked: boolean; label: string; of: string }) {
  const { collection, id } = detail.entry;
  return (
    <LinkAnchor
      to="/c/$collection/$id/versions"
      params={{ collection, id }}
      search={{ version, ...(of ? { of } : {}) }}
      size="sm"
      fw={500}
      c="inherit"
      className={classes['link'] ?? ''}
      aria-current={picked ? 'true' : undefined}
      aria-label={name ? `${label}: ${name}` : undefined}
    >
      {label}
    </LinkAnchor>
  );
}
