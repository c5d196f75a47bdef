import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { entryMovesQuery } from '../../../api/moves';
import { isAtLeast, useMe } from '../../../api/session';
import type { EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { Notice } from '../../../ui/Notice';
import { problemOf } from '../../../values/reasons';
import { timesOf, zone } from '../../calendar/times';
import { mayWrite } from '../editor';
import { isOf, publishOf } from './coming';
import { stoppable } from './stops';
import { useComing } from './useComing';

interface TimeNoticesProps {
  /** The entry of the page: it says what is set for its languages, too. */
  detail: EntryDetail;
  /** The words that are open with it, where it has any. */
  words?: EntryDetail | undefined;
}

/** What is to be known of the times of what is written here: that what is typed goes out at one, or stops it, or that one has failed, and why. */
export function TimeNotices({ detail, words }: TimeNoticesProps) {
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  const { collection, entry } = detail;
  const open = [detail, words].flatMap((each) => (each ? [each] : []));
  const coming = useComing(detail);
  const { data } = useQuery({ ...entryMovesQuery(entry.collection, entry.id, collection.translations.length > 0), enabled: collection.lifecycle === 'publishing' });
  const failed = data?.items.filter((move) => move.problem && open.some((each) => isOf(move, each.entry))) ?? [];
  const writes = open.some((each) => mayWrite(each.collection, each));
  const isEditor = isAtLeast(me.role, 'editor');
  const stops = isEditor || !writes ? undefined : stoppable(coming, open, me.userId);
  const goes = isEditor && writes ? open.flatMap(({ entry: each }) => publishOf(coming, each) ?? [])[0] : undefined;
  return (
    <>
      {failed.map((move) => (
        <Notice key={move.id} tone="danger" icon="alert" title={t(`calendar.refused.${move.direction}`)}>
          <Text size="sm">{timesOf(speech, move, zone)}</Text>
          <Text size="sm">{problemOf(move, collection, speech)}</Text>
        </Notice>
      ))}
      {goes && (
        <Notice tone="quiet" icon="clock" title={t('entry.coming.stops', { times: timesOf(speech, goes, zone) })}>
          <Text size="sm">{t('entry.coming.goesHint')}</Text>
        </Notice>
      )}
      {stops && (
        <Notice tone={stops.stopped ? 'warning' : 'quiet'} icon="clock" title={t(stops.stopped ? 'entry.coming.stopped' : 'entry.coming.stops', { times: timesOf(speech, stops.coming, zone) })}>
          <Text size="sm">{t(stops.stopped ? 'entry.coming.stoppedHint' : 'entry.coming.stopsHint')}</Text>
        </Notice>
      )}
    </>
  );
}
