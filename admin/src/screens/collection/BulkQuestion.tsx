import { Checkbox, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { foresightQuery, type BulkTarget } from '../../api/bulk';
import type { EntryMove } from '../../api/entries';
import type { BulkPart, Collection, Foresight } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
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
        {data ? <Told foresight={data} count={entries} move={move} translations={translations} /> : error ? <Refusal error={error} title={t('trouble.notDone')} /> : <Skeleton h={60} />}
        <Text size="sm">{t(`bulk.sureHint.${move}`)}</Text>
      </Stack>
    </Confirm>
  );
}

/** How many entries change at most: those that were not looked at may. */
const changed = ({ entries, more }: Foresight, count: number) => (more ? count - entries.stay : entries.change);

interface ToldProps {
  foresight: Foresight;
  /** How many entries change. */
  count: number;
  move: EntryMove;
  translations: boolean;
}

function Told({ foresight, count, move, translations }: ToldProps) {
  const { t, plural } = useSpeech();
  const { entries, titles, more } = foresight;
  const rest = count - titles.length;
  const served = move === 'publish' ? 0 : foresight.translations.served;
  return (
    <>
      <List size="sm">
        {titles.map((each, i) => (
          <List.Item key={i}>{each}</List.Item>
        ))}
        {titles.length > 0 && rest > 0 && <List.Item c="dimmed">{plural('bulk.more', rest)}</List.Item>}
      </List>
      {translations && foresight.translations.change > 0 && <Text size="sm">{plural('bulk.withTranslations', foresight.translations.change)}</Text>}
      {served > 0 && (
        <Text size="sm" fw={600}>
          {plural('bulk.served', served)}
        </Text>
      )}
      <Left part={entries} />
      {more && <Text size="sm">{t('bulk.foreseen')}</Text>}
    </>
  );
}

/** How many stay, and the service's reasons. */
function Left({ part }: { part: BulkPart }) {
  const { plural } = useSpeech();
  if (part.stay === 0) return null;
  return (
    <div>
      <Text size="sm">{plural('bulk.left', part.stay)}</Text>
      <List size="sm" c="dimmed">
        {part.reasons.map(({ message, path, count }) => (
          <List.Item key={`${path ?? ''} ${message}`}>
            {count} × {message} {path?.startsWith('data#/') && path !== 'data#/status' ? `(${path.slice(6)})` : ''}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
