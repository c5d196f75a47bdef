import type { ReleaseDetail } from '../../api/types.gen';

type Timed = Pick<ReleaseDetail, 'state' | 'at'>;

/** Between two looks at a release whose time has come, in milliseconds: at first, and when it is long past. */
const often = 2_000;
const seldom = 60_000;

/** The longest that a timer of a browser can wait. */
const longest = 2 ** 31 - 1;

/** Whether the time of a release has come, and it is not known yet what became of it. */
export const isDue = ({ state, at }: Timed, now = Date.now()): boolean => state === 'scheduled' && at !== null && at <= now;

/** How long until there is something new to ask of a release: its time comes, or what came of it is there. */
export function untilDue(release: Timed | undefined, now = Date.now()): number | false {
  if (release?.state !== 'scheduled' || release.at === null) return false;
  return isDue(release, now) ? Math.min(Math.max(often, (now - release.at) / 4), seldom) : Math.min(release.at - now, longest);
}
