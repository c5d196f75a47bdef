import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { foresightQuery, type BulkTarget } from '../../api/bulk';
import type { EntryMove } from '../../api/entries';
import type { Collection, Foresight } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Foreseen } from '../../lists/Foreseen';
import { Confirm } from '../../ui/Confirm';
import { Refusal } from '../../ui/Refusal';

interface BulkQuestionProps {
  opened: boolean;
  move: EntryMove;
  collection: Collection;
  target: BulkTarget;
  /** How many entries there are, as far as is known. */
  count: number;
  close: () => void;
  go: (translations: boolean) => void;
}

/** Says what a move will do to how many entries and translations, as the service foresees it, before it is made. */
export function BulkQuestion({ opened, move, collection, target, count, close, go }: BulkQuestionProps) {
  const { t, plural } = useSpeech();
  const translated = collection.translations.length > 0;
  const [chosen, choose] = useState<boolean>();
  const translations = translated && (chosen ?? move !== 'publish');
  const { data, error } = useQuery({ ...foresightQuery(collection.name, target, { action: move, translations }), enabled: opened });
  const entries = data ? changed(data, count) : count;
  const idle = data !== undefined && entries + (translations ? data.translations.change : 0) === 0;
  return (
    <Confirm opened={opened} close={close} title={plural(`bulk.sure.${move}`, entries)} action={t(`entry.${move}`)} go={() => go(translations)} harmless={move !== 'delete'} idle={idle}>
      <Stack gap="xs">
        {translated && <Checkbox label={t('bulk.translations')} checked={translations} onChange={(event) => choose(event.currentTarget.checked)} />}
        {data ? <Foreseen foresight={data} count={entries} move={move} collection={collection} translations={translations} /> : error ? <Refusal error={error} title={t('trouble.notDone')} /> : <Skeleton h={60} />}
        <Text size="sm">{t(`bulk.sureHint.${move}`)}</Text>
      </Stack>
    </Confirm>
  );
}

/** How many entries change at most: those that were not looked at may. */
const changed = ({ entries, more }: Foresight, count: number) => (more ? count - entries.stay : entries.change);
