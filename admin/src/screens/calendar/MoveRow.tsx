import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { cancelMove } from '../../api/moves';
import { isAtLeast, useMe } from '../../api/session';
import type { PublishedEntry, ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { notifyFailure } from '../../ui/notify';
import { Row } from '../../ui/Rows';
import type { Happening } from './month';
import { pageOf } from './pageOf';
import { timeThere } from './times';

/** What happens at a time, whole. */
export function HappeningRow({ happening }: { happening: Happening }) {
  return happening.kind === 'made' ? <MadeRow made={happening.made} /> : <SetRow move={happening.move} />;
}

/** A move that is set or failed, and the way to take it back. */
export function SetRow({ move }: { move: ScheduledMove }) {
  const speech = useSpeech();
  const { t, moment } = speech;
  const me = useMe();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelMove(move),
    onError: (error) => notifyFailure(speech, error, t('calendar.notCancelled')),
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: ['moves'] }), queries.invalidateQueries({ queryKey: ['releases'] })]),
  });
  const facts = [
    t(`calendar.does.${move.direction}`), moment(move.at), timeThere(speech, move), move.actor?.name ?? '', move.problem?.message ?? '',
  ];
  return (
    <Row icon={move.direction === 'release' ? 'release' : 'calendar'} title={move.title || t('value.untitled')} facts={facts} link={<PageLink of={move} />}>
      {isAtLeast(me.role, 'editor') && (
        <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>{t(move.failedAt === null ? 'calendar.cancel' : 'calendar.dismiss')}</Button>
      )}
    </Row>
  );
}

/** A publication that was made. */
function MadeRow({ made }: { made: PublishedEntry }) {
  const { t, moment } = useSpeech();
  return (
    <Row icon="publish" title={made.title || t('value.untitled')} facts={[moment(made.at), made.actor?.name ?? '', t(`through.${made.surface}`)]} link={<PageLink of={{ ...made, direction: 'publish' }} />}>
      {null}
    </Row>
  );
}

function PageLink({ of }: { of: Parameters<typeof pageOf>[0] }) {
  const { t } = useSpeech();
  return <LinkAnchor {...pageOf(of)} size="xs">{t(of.direction === 'release' ? 'releases.openIt' : 'calendar.open')}</LinkAnchor>;
}
