import { useQuery } from '@tanstack/react-query';

import { releaseQuery } from '../../api/releases';
import type { ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { obstaclesOf } from '../releases/groups';

/**
 * What keeps a release from going out at its time, in words; '' for nothing, and for what is no release. The service reviews each of its
 * entries for that, so it is asked where a few are shown, and not for a month of them.
 */
export function useObstacles({ direction, entry, failedAt }: ScheduledMove): string {
  const { plural } = useSpeech();
  const { data: count = 0 } = useQuery({ ...releaseQuery(entry), enabled: direction === 'release' && failedAt === null, select: obstaclesOf });
  return count > 0 ? plural('releases.way', count) : '';
}
