import type { Calendar, PublishedEntry, ScheduledMove } from '../../api/types.gen';
import { byDay } from '../../months/month';

/** Something on a day: a move that is set or failed, or a publication that was. */
export type Happening = { at: number; title: string; titles?: Record<string, string>; entry: string; collection: string } & ({ kind: 'set' | 'failed'; move: ScheduledMove } | { kind: 'made'; made: PublishedEntry });

/** What there is on each day, by the first moment of it, in the order in which it happens. */
export function happeningsOf({ scheduled, published }: Pick<Calendar, 'scheduled' | 'published'>): Map<number, Happening[]> {
  const all: Happening[] = [
    ...published.map((made): Happening => ({ kind: 'made', made, at: made.at, ...namesOf(made), entry: made.entry, collection: made.collection })),
    ...scheduled.map((move): Happening => ({ kind: move.failedAt === null ? 'set' : 'failed', move, at: move.at, ...namesOf(move), entry: move.entry, collection: move.collection })),
  ];
  return byDay(all.sort((a, b) => a.at - b.at), ({ at }) => at);
}

const namesOf = ({ title, titles }: Pick<ScheduledMove, 'title' | 'titles'>) => (titles ? { title, titles } : { title });

/** What is to come, or failed, before what was published: that is what one looks for. */
export const waitingFirst = (all: readonly Happening[]): Happening[] => [...all.filter(({ kind }) => kind !== 'made'), ...all.filter(({ kind }) => kind === 'made')];

export const keyOf = (each: Happening): string => `${each.kind} ${each.collection} ${each.entry} ${each.kind === 'made' ? `${each.at} ${each.made.version}` : each.move.direction}`;
