import { Text } from '@mantine/core';

import { findCollection, useBootstrap } from '../../api/session';
import type { HomeMention, HomeMentions } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { calledBy } from '../../together/person';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { useTitles } from '../../values/useTitles';
import { WorkCard, WorkRow } from './WorkCard';

/** The comments that mention one, in threads that are open. */
export function Mentions({ mentions }: { mentions: HomeMentions }) {
  const { t } = useSpeech();
  if (mentions.items.length === 0) return null;
  return (
    <WorkCard title={t('home.mentions')} icon="comment" tone="second" {...(mentions.more ? { hint: t('home.latestOnly') } : {})}>
      {mentions.items.map((each) => (
        <Mention key={each.comment} mention={each} />
      ))}
    </WorkCard>
  );
}

function Mention({ mention: { comment, author, text: said, createdAt, entry } }: { mention: HomeMention }) {
  const speech = useSpeech();
  const { t, text } = speech;
  const titled = useTitles();
  const collection = findCollection(useBootstrap().collections, entry.collection);
  return (
    <WorkRow
      title={
        <LinkAnchor to="/c/$collection/$id" params={{ collection: entry.collection, id: entry.id }} search={{ comment }} c="inherit" fw={550} lineClamp={1}>
          {t('home.mention', { name: calledBy(speech, author.name), text: said })}
        </LinkAnchor>
      }
      where={[text(collection?.title, entry.collection), titled(entry)].join(' · ')}
    >
      <Text size="xs" c="dimmed">
        <Ago time={createdAt} />
      </Text>
    </WorkRow>
  );
}
