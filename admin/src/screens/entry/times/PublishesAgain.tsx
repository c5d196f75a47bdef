import { Checkbox, Text } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';

import type { EntryDetail, NamedEntry } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { notifyFailure } from '../../../ui/notify';
import { useArticle } from '../article/useArticle';
import { isOf, type Coming } from './coming';
import { useComing } from './useComing';
import { useEndPublishes } from './useEndPublishes';
import { articleComingSaid } from './words';

interface PublishesAgain {
  /** What is said of it in the question whether the entry is taken down; nothing where nothing is set. */
  said: ReactNode;
  /** Whether times are being taken back. */
  pending: boolean;
  /**
   * Takes the times back, unless somebody wants them to stay, and then has the entry taken down. `takeDown` tells whether it was. Where
   * a time cannot be taken back, nothing is taken down.
   */
  first: (takeDown: () => Promise<boolean>) => Promise<void>;
}

/**
 * What would publish again what somebody is about to take down: times that were set for some of its parts, which end with
 * it, and releases, which do not (decision 359). What is archived cannot be published: such a time fails.
 */
export function usePublishesAgain(detail: EntryDetail | undefined, parts: readonly NamedEntry[], by: 'unpublish' | 'archive' | undefined): PublishesAgain {
  const speech = useSpeech();
  const { t } = speech;
  const [ends, setEnds] = useState(true);
  const [pending, setPending] = useState(false);
  const endPublishes = useEndPublishes();
  const article = useArticle(detail);
  const coming = useComing(detail).filter((each) => by !== undefined && each.does === 'publish' && parts.some((part) => isOf(each, part)));
  const [times, releases] = [coming.filter(({ move }) => move), coming.filter(({ release }) => release)];
  const line = (each: Coming) => articleComingSaid(speech, each, article);
  const said = coming.length > 0 && (
    <>
      {times.length > 0 && <Checkbox label={t('entry.coming.endToo', { times: times.map(line).join(' · ') })} checked={ends} onChange={(event) => setEnds(event.currentTarget.checked)} />}
      {times.length > 0 && !ends && <Text size="sm">{t(by === 'archive' ? 'entry.coming.fails' : 'entry.coming.again')}</Text>}
      {releases.map((each) => (
        <Text key={each.release?.id} size="sm">
          {t('entry.coming.releaseAgain', { release: each.release?.name ?? '', what: line(each) })} {by === 'archive' && t('entry.coming.releaseFails')}
        </Text>
      ))}
    </>
  );
  const begun = useRef(false);
  const first = async (takeDown: () => Promise<boolean>) => {
    if (begun.current) return;
    begun.current = true;
    setPending(true);
    try {
      const isEnding = ends && times.length > 0;
      if (isEnding && detail && !(await endPublishes(detail.entry, parts, detail.collection.translations.length > 0))) return;
      if (!(await takeDown()) && isEnding) notifyFailure(speech, new Error(t('entry.coming.endedHint')), t('entry.coming.ended', { times: times.map(line).join(' · ') }));
    } finally {
      begun.current = false;
      setPending(false);
    }
  };
  return { said, pending, first };
}
