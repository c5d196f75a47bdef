import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { foresightQuery, type BulkTarget } from '../../api/bulk';
import type { EntryMove } from '../../api/entries';
import { useBootstrap } from '../../api/session';
import type { Collection, EntryCount, EntrySummary, Foresight } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { extentIn, extentOf, type Extent } from '../../lists/extent';
import { Foreseen } from '../../lists/Foreseen';
import { Confirm } from '../../ui/Confirm';
import { Refusal } from '../../ui/Refusal';
import { reasonFailure } from '../../values/reasons';
import { titleReference } from '../../values/title';
import { useTitles } from '../../values/useTitles';
import { deletionHint } from '../bin/deletion';

interface BulkQuestionProps {
  opened: boolean;
  move: EntryMove;
  collection: Collection;
  target: BulkTarget;
  /** How many entries there are, as far as is known. */
  count: EntryCount;
  /** The one that was chosen, where it is one. */
  only: EntrySummary | undefined;
  /** Whether translations are changed with what they translate. */
  whole: boolean;
  takeWhole: (whole: boolean) => void;
  close: () => void;
  go: (translations: boolean) => void;
  pending?: boolean;
  /** Whether a time may be set for one of them at which it would be published: a publish takes that back. */
  timed: boolean;
  /** What is said besides. */
  children?: ReactNode;
}

/** Says what a move will do to how many entries and translations, as the service foresees it, before it is made. */
export function BulkQuestion({ opened, move, collection, target, count, only, whole, takeWhole, close, go, pending = false, timed, children }: BulkQuestionProps) {
  const speech = useSpeech();
  const { t } = speech;
  const { site } = useBootstrap();
  const translated = collection.translations.length > 0;
  const translations = translated && whole;
  const { data, error } = useQuery({ ...foresightQuery(collection.name, target, { action: move, translations }), enabled: opened });
  const extent = extentOf(count, data);
  const named = useTitles();
  // A title that is a reference has its words in another entry, which the list below reads.
  const one = titleReference(collection) ? undefined : oneOf(extent, data, only);
  const title = one ? t(`entry.sure.${move}`, { title: named(one) }) : t(`bulk.sure.${move}`, { entries: extentIn(speech, extent, collection) });
  const hint = move === 'delete' ? deletionHint(speech, site, one ? 'entry' : 'bulk') : t(hintOf(move, one, translated, translations));
  return (
    <Confirm
      opened={opened}
      close={close}
      title={title}
      action={t(`entry.${move}`)}
      go={() => go(translations)}
      harmless={move !== 'delete'}
      idle={!data || extent.count === 0}
      pending={pending}
    >
      <Stack gap="xs">
        {translated && <Checkbox label={speech.plural('bulk.translations', one ? 1 : extent.count)} checked={whole} onChange={(event) => takeWhole(event.currentTarget.checked)} />}
        {data ? (
          <Foreseen foresight={one ? { ...data, first: [] } : data} count={extent.count} move={move} collection={collection} translations={translations} />
        ) : error ? (
          <Refusal error={reasonFailure(error, collection, speech, move)} title={t('trouble.notDone')} />
        ) : (
          <Skeleton h={60} />
        )}
        {!error && (!data || data.translations.served === 0 || move === 'publish') && <Text size="sm">{hint}</Text>}
        {move === 'publish' && timed && <Text size="sm">{t('bulk.timesEnd')}</Text>}
        {children}
      </Stack>
    </Confirm>
  );
}

/** The entry that a question is about, where it is about one. */
function oneOf({ count, known }: Extent, foresight: Foresight | undefined, only: EntrySummary | undefined): EntrySummary | undefined {
  if (only || !foresight) return only;
  return known === 'exactly' && count === 1 ? foresight.first[0] : undefined;
}

/** What readers see after a move. Of an article they see its languages. */
function hintOf(move: Exclude<EntryMove, 'delete'>, one: EntrySummary | undefined, translated: boolean, translations: boolean) {
  const isHidden = one && [one, ...one.translations].every(({ status }) => status !== 'published');
  if (move === 'archive' && isHidden) return 'entry.sureHint.archiveDraft';
  if (move !== 'publish' && one) return `entry.sureHint.${move}` as const;
  if (move !== 'publish' || !translated) return `bulk.sureHint.${move}` as const;
  return translations ? 'bulk.sureHint.publishLanguages' : 'bulk.sureHint.publishShared';
}
