import { List, Text } from '@mantine/core';

import type { EntryMove } from '../api/entries';
import { findCollection, useBootstrap } from '../api/session';
import type { Behind, BulkPart, Collection, Foresight } from '../api/types.gen';
import { useSpeech, type Speech } from '../i18n/text';
import { ReferredTitle } from '../values/ReferredTitle';
import { reasonOf, type Deed } from '../values/reasons';
import { fieldTitle } from '../values/schema';
import { useTitles } from '../values/useTitles';

interface ForeseenProps {
  foresight: Foresight;
  /** How many entries change. */
  count: number;
  move: EntryMove;
  /** Of whose entries it tells. */
  collection?: Collection;
  translations: boolean;
}

/** What a move would do, and what stays as it is, as the service foresees it. */
export function Foreseen({ foresight, count, move, collection, translations }: ForeseenProps) {
  const speech = useSpeech();
  const { t, plural } = speech;
  const { collections } = useBootstrap();
  const titled = useTitles();
  const { entries, first, behind = [], more } = foresight;
  const rest = count - first.length;
  const served = move === 'publish' ? 0 : foresight.translations.served;
  return (
    <>
      <List size="sm">
        {first.map((each) => (
          <List.Item key={each.id}>
            <ReferredTitle row={each} title={titled(each)} />
          </List.Item>
        ))}
        {first.length > 0 && rest > 0 && <List.Item c="dimmed">{plural('bulk.more', rest)}</List.Item>}
      </List>
      {translations && foresight.translations.change > 0 && <Text size="sm">{plural('bulk.withTranslations', foresight.translations.change)}</Text>}
      {served > 0 && (
        <Text size="sm" fw={600}>
          {plural('bulk.served', served)}
        </Text>
      )}
      <Left of="bulk.left" part={entries} collection={collection} deed={move} />
      {translations && <Left of="bulk.leftTranslations" part={foresight.translations} collection={collection?.translations.length === 1 ? collection.translations[0] : undefined} deed={move} />}
      {foresight.unread > 0 && (
        <Text size="sm" fw={600}>
          {plural('bulk.unread', foresight.unread)}
        </Text>
      )}
      {behind.map((each) => (
        <Text key={`${each.collection} ${each.field}`} size="sm" fw={600}>
          {behindWords(each, collections, speech)}
        </Text>
      ))}
      {more && <Text size="sm">{t('bulk.foreseen')}</Text>}
    </>
  );
}

/** How many entries will not lead any more to what is published. */
function behindWords({ collection: name, field, count, more }: Behind, collections: Collection[], speech: Speech): string {
  const from = findCollection(collections, name);
  const values = { collection: speech.text(from?.title, name), field: from ? fieldTitle(speech, from, field) : field };
  return more ? speech.t('bulk.behindMany', { ...values, count: speech.number(count) }) : speech.plural('bulk.behind', count, values);
}

interface LeftProps {
  of: 'bulk.left' | 'bulk.leftTranslations';
  part: BulkPart;
  collection: Collection | undefined;
  deed: Deed;
}

/** How many stay, and why. */
function Left({ of, part, collection, deed }: LeftProps) {
  const speech = useSpeech();
  if (part.stay === 0) return null;
  return (
    <div>
      <Text size="sm">{speech.plural(of, part.stay)}</Text>
      <List size="sm" c="dimmed">
        {part.reasons.map((reason) => (
          <List.Item key={`${reason.path ?? ''} ${reason.message}`}>
            {speech.number(reason.count)} × {reasonOf(collection, reason, speech, deed)}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
