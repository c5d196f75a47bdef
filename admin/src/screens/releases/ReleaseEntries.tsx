import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { entryQuery } from '../../api/entries';
import { removeFromRelease } from '../../api/releases';
import { findCollection, useBootstrap } from '../../api/session';
import type { Collection, Reason, ReleaseDetail, ReleaseEntry } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { notifyFailure } from '../../ui/notify';
import { Row, Rows } from '../../ui/Rows';
import { workingOf } from '../entry/working';
import { reasonsOf } from './entryReasons';

/** The entries of a release, those that are in the way first. */
export function ReleaseEntries({ release, editable }: { release: ReleaseDetail; editable: boolean }) {
  const inTheWay = release.entries.filter(({ refused }) => refused !== null);
  const inOrder = release.entries.filter(({ refused }) => refused === null);
  return (
    <Rows>
      {[...inTheWay, ...inOrder].map((each, i) => (
        <EntryRow key={`${each.collection} ${each.id}`} release={release} entry={each} editable={editable} read={i < mostRead} />
      ))}
    </Rows>
  );
}

/** Of how many entries the data is read to say all that is wrong with it. */
const mostRead = 20;

interface EntryRowProps {
  release: ReleaseDetail;
  entry: ReleaseEntry;
  editable: boolean;
  read: boolean;
}

function EntryRow({ release, entry, editable, read }: EntryRowProps) {
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
    <Row icon={entry.refused ? 'alert' : 'article'} title={entry.title || t('value.untitled')} facts={facts} link={<Links entry={entry} collection={collection} read={read} />}>
      {editable && (
        <Button size="xs" variant="default" loading={remove.isPending} onClick={() => remove.mutate()} aria-label={t('releases.removeOf', { title: entry.title })}>
          {t('releases.remove')}
        </Button>
      )}
    </Row>
  );
}

/** The way to the entry, and why it cannot be published. */
function Links({ entry: { collection: name, id, gone, refused }, collection, read }: { entry: ReleaseEntry; collection: Collection | undefined; read: boolean }) {
  const { t } = useSpeech();
  return (
    <>
      {refused && <Why name={name} id={id} collection={collection} refused={refused} read={read && !gone} />}
      {!gone && (
        <LinkAnchor to="/c/$collection/$id" params={{ collection: name, id }} size="xs">
          {t('calendar.open')}
        </LinkAnchor>
      )}
    </>
  );
}

function Why({ name, id, collection, refused, read }: { name: string; id: string; collection: Collection | undefined; refused: Reason; read: boolean }) {
  const speech = useSpeech();
  const { data: detail } = useQuery({ ...entryQuery(name, id), enabled: read && refused.code === 'INPUT_VALIDATION_FAILED' });
  return reasonsOf(collection, detail && workingOf(detail).data, refused, speech).map((reason) => (
    <Text key={reason} size="sm">
      {reason}
    </Text>
  ));
}

/** What becomes of an entry with the release; nothing is said where that is what is refused. */
function goesAs({ gone, status, waits, refused }: ReleaseEntry, t: Speech['t']): string {
  if (gone) return t('releases.goes.gone');
  if (status === 'archived') return t('releases.goes.not');
  if (refused) return '';
  if (!waits) return t('releases.goes.nothing');
  return t(status === 'published' ? 'releases.goes.changes' : 'releases.goes.draft');
}
