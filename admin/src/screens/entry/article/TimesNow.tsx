import { Text } from '@mantine/core';

import type { ArticlePart, NewMove, ScheduledMove } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { movedPartName } from '../../../values/moved';
import { timesOf, zone } from '../../calendar/times';
import { timesNow } from './times';
import { listed } from '../../../values/names';

interface TimesNowProps {
  moves: readonly ScheduledMove[];
  direction: NewMove['direction'];
  chosen: readonly ArticlePart[];
  /** Whether what is done now ends them. */
  ends?: boolean;
}

/** Says which times a new one replaces or a publish ends, and which parts keep theirs. */
export function TimesNow({ moves, direction, chosen, ends = false }: TimesNowProps) {
  const speech = useSpeech();
  const { t, language } = speech;
  const { replaced, kept } = timesNow(moves, direction, chosen);
  if (replaced.length + kept.length === 0) return null;
  return (
    <div role="status">
      {replaced.map((each) => (
        <Text size="xs" key={each.id}>{t(ends ? 'entry.coming.ends' : 'calendar.replaces', { times: timesOf(speech, each, zone) })}</Text>
      ))}
      {kept.map(({ move, parts }) => (
        <Text size="xs" key={move.id}>{t('calendar.keeps', { times: timesOf(speech, move, zone), parts: listed(parts.map((each) => movedPartName(each, move, speech)), language) })}</Text>
      ))}
    </div>
  );
}
