import { Text } from '@mantine/core';

import { findCollection, useBootstrap } from '../../api/session';
import type { Received } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { emptyKey } from '../../lists/where';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { listed } from '../../values/names';
import { useTitles } from '../../values/useTitles';
import { WorkCard, WorkRow } from './WorkCard';
import classes from './Work.module.css';

/** What readers have sent and nobody has looked at: by its stage, or since one last looked at it in this browser. */
export function Unread({ received }: { received: readonly Received[] }) {
  const { t, text, language } = useSpeech();
  const { collections } = useBootstrap();
  if (received.length === 0) return null;
  const names = received.map(({ collection }) => text(findCollection(collections, collection)?.title, collection));
  return (
    <WorkCard title={t('home.received', { collections: listed(names, language) })} icon="inbox" tone="second">
      {received.map((each) => (
        <UnreadRow key={each.collection} received={each} />
      ))}
    </WorkCard>
  );
}

function UnreadRow({ received: { collection: name, count, more, stage, latest } }: { received: Received }) {
  const { t, plural, text } = useSpeech();
  const collection = findCollection(useBootstrap().collections, name);
  const titled = useTitles();
  const title = text(collection?.title, name);
  const waiting = stage === undefined || !collection?.filter ? {} : stage === '' ? { [emptyKey(collection.filter.field)]: 'true' } : { filter: stage };
  return (
    <WorkRow
      title={
        <LinkAnchor to="/c/$collection" params={{ collection: name }} search={{ ...waiting, sort: 'createdAt', direction: 'desc' }} c="inherit" fw={550}>
          {title}
        </LinkAnchor>
      }
      where={latest && t('home.receivedLatest', { title: titled(latest) })}
    >
      {latest && (
        <Text size="xs" c="dimmed">
          <Ago time={latest.createdAt} />
        </Text>
      )}
      <span className={classes['count']}>{more ? t('home.receivedMore', { count }) : plural(stage === undefined ? 'home.receivedNew' : 'home.receivedWaits', count)}</span>
    </WorkRow>
  );
}
