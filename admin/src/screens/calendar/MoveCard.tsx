import { Group, Stack, Text } from '@mantine/core';

import { useCollection } from '../../api/session';
import type { ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { problemOf } from '../../values/reasons';
import { useNamedTitles } from '../../values/useTitles';
import { MoveActions, PageLink } from './MoveRow';
import { timesOf, zone } from './times';
import { useObstacles } from './useObstacles';
import { usePartsOf } from './usePartsOf';

/** What happens to what at a time, and what can be done about it. */
export function MoveCard({ move, ask }: { move: ScheduledMove; ask?: () => void }) {
  const speech = useSpeech();
  const title = useNamedTitles()(move);
  const parts = usePartsOf(move);
  const problem = problemOf(move, useCollection(move.collection), speech);
  const obstacles = useObstacles(move);
  const times = timesOf(speech, move, zone);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm">{move.failedAt === null ? speech.t(`calendar.will.${move.direction}`, { times }) : `${speech.t(`calendar.refused.${move.direction}`)} · ${times}`}</Text>
      {problem !== '' && <Text size="sm">{problem}</Text>}
      {obstacles !== '' && <Text size="sm" c="var(--mantine-color-error)">{obstacles}</Text>}
      {parts !== undefined && (
        <Text size="xs" c="dimmed">
          {parts}
        </Text>
      )}
      {move.actor?.name && (
        <Text size="xs" c="dimmed">
          {speech.t('calendar.setBy', { name: move.actor.name })}
        </Text>
      )}
      <Group gap="xs" mt={4} justify="space-between">
        <PageLink of={move} />
        {ask && <MoveActions move={move} ask={ask} />}
      </Group>
    </Stack>
  );
}
