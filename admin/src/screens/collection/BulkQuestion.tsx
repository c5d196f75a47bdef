import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { foresightQuery, type BulkTarget } from '../../api/bulk';
import type { EntryMove } from '../../api/entries';
import type { Collection, EntryCount } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { extentIn, extentOf } from '../../lists/extent';
import { Foreseen } from '../../lists/Foreseen';
import { Confirm } from '../../ui/Confirm';
import { Refusal } from '../../ui/Refusal';
import { reasonFailure } from '../../values/reasons';

interface BulkQuestionProps {
  opened: boolean;
  move: EntryMove;
  collection: Collection;
  target: BulkTarget;
  /** How many entries there are, as far as is known. */
  count: EntryCount;
  close: () => void;
  go: (translations: boolean) => void;
}

/** Says what a move will do to how many entries and translations, as the service foresees it, before it is made. */
export function BulkQuestion({ opened, move, collection, target, count, close, go }: BulkQuestionProps) {
  const speech = useSpeech();
  const { t } = speech;
  const translated = collection.translations.length > 0;
  const [whole, takeWhole] = useState(true);
  const translations = translated && whole;
  const { data, error } = useQuery({ ...foresightQuery(collection.name, target, { action: move, translations }), enabled: opened });
  const extent = extentOf(count, data);
  const hint = hintOf(move, translated, translations);
  return (
    <Confirm
      opened={opened}
      close={close}
      title={t(`bulk.sure.${move}`, { entries: extentIn(speech, extent) })}
      action={t(`entry.${move}`)}
      go={() => go(translations)}
      harmless={move !== 'delete'}
      idle={!data || extent.count === 0}
    >
      <Stack gap="xs">
        {translated && <Checkbox label={t('bulk.translations')} checked={whole} onChange={(event) => takeWhole(event.currentTarget.checked)} />}
        {data ? (
          <Foreseen foresight={data} count={extent.count} move={move} collection={collection} translations={translations} />
        ) : error ? (
          <Refusal error={reasonFailure(error, collection, speech, move)} title={t('trouble.notDone')} />
        ) : (
          <Skeleton h={60} />
        )}
        {(!data || data.translations.served === 0 || move === 'publish') && <Text size="sm">{t(hint)}</Text>}
      </Stack>
    </Confirm>
  );
}

/** What readers see after a move. Of an article they see its languages. */
function hintOf(move: EntryMove, translated: boolean, translations: boolean) {
  if (move !== 'publish' || !translated) return `bulk.sureHint.${move}` as const;
  return translations ? 'bulk.sureHint.publishLanguages' : 'bulk.sureHint.publishShared';
}
