import { Button, Group } from '@mantine/core';
import { useState } from 'react';

import { isAtLeast, useCollection, useMe } from '../../api/session';
import type { PublishedEntry, ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { collectionIcon } from '../../ui/collectionIcon';
import { LinkAnchor } from '../../ui/links';
import { Row } from '../../ui/Rows';
import { problemOf } from '../../values/reasons';
import { useNamedTitles } from '../../values/useTitles';
import type { Happening } from './happening';
import { MoveDialog } from './MoveDialog';
import { pageOf } from './pageOf';
import { timesOf, zone } from './times';
import { usePartsOf } from './usePartsOf';
import { useTakeBack } from './useTakeBack';

/** What happens at a time, whole. */
export function HappeningRow({ happening }: { happening: Happening }) {
  return happening.kind === 'made' ? <MadeRow made={happening.made} /> : <SetRow move={happening.move} />;
}

/** A move that is set or failed, and the way to take it back. */
export function SetRow({ move }: { move: ScheduledMove }) {
  const [moving, ask] = useState(false);
  const title = useNamedTitles()(move);
  const parts = usePartsOf(move);
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  const collection = useCollection(move.collection);
  const facts = [
    t(`calendar.does.${move.direction}`), parts ?? '', timesOf(speech, move, zone), move.actor?.name ?? '', problemOf(move, collection, speech),
  ];
  return (
    <Row icon={move.direction === 'release' ? 'release' : collectionIcon(collection)} title={title} facts={facts} link={<PageLink of={move} />}>
      {isAtLeast(me.role, 'editor') && <MoveActions move={move} ask={() => ask(true)} />}
      {moving && <MoveDialog move={move} close={() => ask(false)} />}
    </Row>
  );
}

/** Another time for a move, which is asked for, and the way to take it back. */
export function MoveActions({ move, ask }: { move: ScheduledMove; ask: () => void }) {
  const { t } = useSpeech();
  const title = useNamedTitles()(move);
  const cancel = useTakeBack();
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" onClick={ask} aria-label={t('calendar.moveOf', { title })}>
        {t('calendar.move')}
      </Button>
      <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(move)}>
        {t(move.failedAt === null ? 'calendar.cancel' : 'calendar.dismiss')}
      </Button>
    </Group>
  );
}

/** What was published at once: an entry, an article or a release. */
function MadeRow({ made }: { made: PublishedEntry }) {
  const { t, plural, moment } = useSpeech();
  const title = useNamedTitles()(made);
  const collection = useCollection(made.collection);
  const ofArticle = usePartsOf(made);
  const isRelease = made.direction === 'release';
  const parts = isRelease ? plural('releases.entries', made.parts.length) : (ofArticle ?? '');
  return (
    <Row icon={isRelease ? 'release' : collectionIcon(collection)} title={title} facts={[t('calendar.published'), parts, moment(made.at), made.actor?.name ?? '', t(`through.${made.surface}`)]} link={<PageLink of={made} />}>
      {null}
    </Row>
  );
}

/** To what it is about. */
export function PageLink({ of }: { of: Parameters<typeof pageOf>[0] }) {
  const { t } = useSpeech();
  return <LinkAnchor {...pageOf(of)} size="xs">{t(of.direction === 'release' ? 'releases.openIt' : 'calendar.open')}</LinkAnchor>;
}
