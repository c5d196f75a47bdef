import { List, Text } from '@mantine/core';

import type { EntryMove } from '../api/entries';
import type { BulkPart, Foresight } from '../api/types.gen';
import { useSpeech } from '../i18n/text';

interface ForeseenProps {
  foresight: Foresight;
  /** How many entries change. */
  count: number;
  move: EntryMove;
  translations: boolean;
}

/** What a move would do, and what stays as it is, as the service foresees it. */
export function Foreseen({ foresight, count, move, translations }: ForeseenProps) {
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
