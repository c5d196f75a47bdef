import type { NamedEntry, Release, ScheduledMove } from '../../../api/types.gen';

/** What the service does by itself, at a time that is set. */
export interface Coming {
  does: 'publish' | 'unpublish';
  at: number;
  timeZone: string;
  parts: readonly NamedEntry[];
  /** One of these two: what was set for the entries, or the release that they are in. */
  move?: ScheduledMove;
  release?: Release;
}

/** An entry, and the releases that it waits in. */
export interface InReleases {
  entry: NamedEntry;
  releases: readonly Release[];
}

/** What is set for an entry, the soonest first, by its own times and those of its releases. What failed is over. */
export function comingOf(moves: readonly ScheduledMove[], waits: readonly InReleases[]): Coming[] {
  const own = moves.flatMap((move): Coming[] => {
    const { direction, at, timeZone, parts, failedAt } = move;
    return direction === 'release' || failedAt !== null ? [] : [{ does: direction, at, timeZone, parts, move }];
  });
  return [...own, ...releasesOf(waits)].sort((a, b) => a.at - b.at);
}

/** A release publishes all of its entries as one. */
function releasesOf(waits: readonly InReleases[]): Coming[] {
  const found = new Map<string, Coming>();
  for (const { entry, releases } of waits) {
    for (const release of releases) {
      if (release.state !== 'scheduled' || release.at === null) continue;
      const parts = [...(found.get(release.id)?.parts ?? []), entry];
      found.set(release.id, { does: 'publish', at: release.at, timeZone: release.timeZone ?? 'UTC', parts, release });
    }
  }
  return [...found.values()];
}

/** Whether an entry is among those that are moved. */
export const isOf = ({ parts }: Pick<Coming, 'parts'>, { collection, id }: NamedEntry) => parts.some((each) => each.id === id && each.collection === collection);

/** The next thing that happens to an entry; undefined for nothing. */
export const nextOf = (coming: readonly Coming[], entry: NamedEntry | undefined): Coming | undefined => (entry ? coming.find((each) => isOf(each, entry)) : undefined);

/** The next publish of an entry: what is made of it until then goes out with that. */
export const publishOf = (coming: readonly Coming[], entry: NamedEntry): Coming | undefined => coming.find((each) => each.does === 'publish' && isOf(each, entry));

/** The next publish. Where there is one, the entry has a day already. */
export const nextPublish = (coming: readonly Coming[]): Coming | undefined => coming.find(({ does }) => does === 'publish');

/** Which of the entries have a time at which they would be published, one that was refused too. */
export const publishesOf = (moves: readonly ScheduledMove[], entries: readonly NamedEntry[]): NamedEntry[] => entries.filter((entry) => moves.some((move) => move.direction === 'publish' && isOf(move, entry)));
