import { Text } from '@mantine/core';

import { findCollection, useBootstrap } from '../../api/session';
import type { EntrySummary, HomeDrafts } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { localeName } from '../../values/names';
import { useTitles } from '../../values/useTitles';
import { collectionsOf } from './collectionsOf';
import { WorkCard, WorkRow } from './WorkCard';

/** What one has begun and not published. */
export function Drafts({ drafts }: { drafts: HomeDrafts }) {
  const { t, text } = useSpeech();
  const { collections } = useBootstrap();
  if (drafts.items.length === 0) return null;
  const all = collectionsOf(drafts.items).map((name) => (
    <LinkAnchor key={name} to="/c/$collection" params={{ collection: name }} search={{ status: 'draft' }} size="sm">
      {t('home.draftsAll', { collection: text(findCollection(collections, name)?.title, name) })}
    </LinkAnchor>
  ));
  return (
    <WorkCard title={t('home.drafts')} icon="draft" {...(drafts.more ? { hint: t('home.latestOnly') } : {})} all={all}>
      {drafts.items.map((each) => (
        <Draft key={each.id} entry={each} />
      ))}
    </WorkCard>
  );
}

function Draft({ entry }: { entry: EntrySummary }) {
  const { text, language } = useSpeech();
  const collection = findCollection(useBootstrap().collections, entry.collection);
  const titled = useTitles();
  const where = [text(collection?.title, entry.collection), entry.locale && localeName(entry.locale, language)].filter(Boolean).join(' · ');
  return (
    <WorkRow
      title={
        <LinkAnchor to="/c/$collection/$id" params={{ collection: entry.collection, id: entry.id }} c="inherit" fw={550} lineClamp={1}>
          {titled(entry)}
        </LinkAnchor>
      }
      where={where}
    >
      <Text size="xs" c="dimmed">
        <Ago time={entry.updatedAt} />
      </Text>
    </WorkRow>
  );
}
