import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { removeFromRelease } from '../../api/releases';
import { findCollection, useBootstrap } from '../../api/session';
import type { ReleaseDetail, ReleaseEntry } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { notifyFailure } from '../../ui/notify';
import { Row, Rows } from '../../ui/Rows';

/** The entries of a release, those that are in the way first. */
export function ReleaseEntries({ release, editable }: { release: ReleaseDetail; editable: boolean }) {
  const inTheWay = release.entries.filter(({ refused }) => refused !== null);
  const inOrder = release.entries.filter(({ refused }) => refused === null);
  return (
    <Rows>
      {[...inTheWay, ...inOrder].map((each) => (
        <EntryRow key={`${each.collection} ${each.id}`} release={release} entry={each} editable={editable} />
      ))}
    </Rows>
  );
}

function EntryRow({ release, entry, editable }: { release: ReleaseDetail; entry: ReleaseEntry; editable: boolean }) {
  const speech = useSpeech();
  const { t, text } = speech;
  const queries = useQueryClient();
  const collection = findCollection(useBootstrap().collections, entry.collection);
  const remove = useMutation({
    mutationFn: () => removeFromRelease(release.id, entry),
    onSuccess: (now) => queries.setQueryData(['releases', 'one', release.id], now),
    onError: (error) => notifyFailure(speech, error, t('trouble.notDone')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['releases'] }),
  });
  const facts = [text(collection?.title, entry.collection), entry.locale ?? '', release.state === 'published' ? '' : goesAs(entry, t)];
  return (
    <Row icon={entry.refused ? 'alert' : 'article'} title={entry.title || t('value.untitled')} facts={facts} link={<Links entry={entry} />}>
      {editable && (
        <Button size="xs" variant="default" loading={remove.isPending} onClick={() => remove.mutate()} aria-label={t('releases.removeOf', { title: entry.title })}>
          {t('releases.remove')}
        </Button>
      )}
    </Row>
  );
}

/** The way to the entry, and why it cannot be published. */
function Links({ entry: { collection, id, gone, refused } }: { entry: ReleaseEntry }) {
  const { t } = useSpeech();
  return (
    <>
      {refused && (
        <Text size="sm">
          {[fieldOf(refused.path), refused.message].filter(Boolean).join(': ')}
        </Text>
      )}
      {!gone && (
        <LinkAnchor to="/c/$collection/$id" params={{ collection, id }} size="xs">
          {t('calendar.open')}
        </LinkAnchor>
      )}
    </>
  );
}

/** The field that a refusal is about. */
const fieldOf = (path: string | undefined) => (path?.startsWith('data#/') && path !== 'data#/status' ? path.slice('data#/'.length).replaceAll('/', ' › ') : '');

/** What becomes of an entry with the release; nothing is said where that is what is refused. */
function goesAs({ gone, status, waits, refused }: ReleaseEntry, t: Speech['t']): string {
  if (gone) return t('releases.goes.gone');
  if (status === 'archived') return t('releases.goes.not');
  if (refused) return '';
  if (!waits) return t('releases.goes.nothing');
  return t(status === 'published' ? 'releases.goes.changes' : 'releases.goes.draft');
}
