import { Checkbox, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import type { EntryDetail, NamedEntry } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { useArticle } from '../article/useArticle';
import { isOf, type Coming } from './coming';
import { useComing } from './useComing';
import { useEndPublishes } from './useEndPublishes';
import { articleComingSaid } from './words';

interface PublishesAgain {
  /** What is said of it in the question whether the entry is taken down; nothing where nothing is set. */
  said: ReactNode;
  /** Takes the times back, unless somebody wants them to stay. Whether the entry can be taken down now. */
  end: () => Promise<boolean>;
}

/**
 * What would publish again what somebody is about to take down: times that were set for some of its parts, which end with
 * it, and releases, which do not (decision 359).
 */
export function usePublishesAgain(detail: EntryDetail | undefined, parts: readonly NamedEntry[], takesDown: boolean): PublishesAgain {
  const speech = useSpeech();
  const { t } = speech;
  const [ends, setEnds] = useState(true);
  const endPublishes = useEndPublishes();
  const article = useArticle(detail);
  const coming = useComing(detail).filter((each) => takesDown && each.does === 'publish' && parts.some((part) => isOf(each, part)));
  const [times, releases] = [coming.filter(({ move }) => move), coming.filter(({ release }) => release)];
  const line = (each: Coming) => articleComingSaid(speech, each, article);
  const said = coming.length > 0 && (
    <>
      {times.length > 0 && <Checkbox label={t('entry.coming.endToo', { times: times.map(line).join(' · ') })} checked={ends} onChange={(event) => setEnds(event.currentTarget.checked)} />}
      {times.length > 0 && !ends && <Text size="sm">{t('entry.coming.again')}</Text>}
      {releases.map((each) => (
        <Text key={each.release?.id} size="sm">
          {t('entry.coming.releaseAgain', { release: each.release?.name ?? '', what: line(each) })}
        </Text>
      ))}
    </>
  );
  const end = async () => times.length === 0 || !ends || detail === undefined || endPublishes(detail.entry, parts, detail.collection.translations.length > 0);
  return { said, end };
}
