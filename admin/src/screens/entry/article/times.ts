import type { Article, ArticlePart, NewMove, Reason, ScheduledMove } from '../../../api/types.gen';

type Direction = NewMove['direction'];

const isOf = ({ parts }: Pick<ScheduledMove, 'parts'>, { collection, id }: Pick<ArticlePart, 'collection' | 'id'>) => parts.some((each) => each.id === id && each.collection === collection);

/** What of an article can get a time: what waits and is complete, with what all languages share, or what readers can fetch then. */
export function offeredParts({ parts }: Article, moves: readonly ScheduledMove[], direction: Direction): ArticlePart[] {
  if (direction === 'publish') return blocks(parts) ? [] : parts.filter(({ waits, refused }) => waits && !refused);
  return parts.filter((each) => each.served || (each.status === 'draft' && moves.some((move) => move.direction === 'publish' && isOf(move, each))));
}

/** What all languages share where it is not complete: nothing goes out without it. */
export const blocks = (parts: readonly ArticlePart[]) => parts.find(({ locale, waits, refused }) => locale === undefined && waits && refused);

/** What waits and cannot go out, with the reason: what all languages share where that is it, as nothing goes out without it. */
export function incompleteParts({ parts }: Article): { part: ArticlePart; refused: Reason }[] {
  const blocked = blocks(parts);
  return (blocked ? [blocked] : parts).flatMap((part) => (part.waits && part.refused ? [{ part, refused: part.refused }] : []));
}

/** What a move leaves as it is, unless another does it by then: languages that readers can still fetch, or parts that are not published. */
export function leftParts({ parts }: Article, moves: readonly ScheduledMove[], move: Pick<ScheduledMove, 'parts' | 'direction' | 'at'>): ArticlePart[] {
  const isMoved = (part: ArticlePart) => isOf(move, part) || moves.some((each) => each.direction === move.direction && each.failedAt === null && each.at <= move.at && isOf(each, part));
  return parts.filter((each) => (move.direction === 'publish' ? each.waits : each.served && each.locale !== undefined) && !isMoved(each));
}

/** The times that are set for parts already: those that a new time replaces, and of which parts others keep theirs. */
export function timesNow(moves: readonly ScheduledMove[], direction: Direction, chosen: readonly Pick<ArticlePart, 'collection' | 'id'>[]): { replaced: ScheduledMove[]; kept: { move: ScheduledMove; parts: ScheduledMove['parts'] }[] } {
  const same = moves.filter((each) => each.direction === direction && each.failedAt === null);
  const kept = same.map((move) => ({ move, parts: move.parts.filter((part) => !chosen.some(({ collection, id }) => id === part.id && collection === part.collection)) }));
  return { replaced: kept.filter(({ move, parts }) => parts.length < move.parts.length).map(({ move }) => move), kept: kept.filter(({ parts }) => parts.length > 0) };
}
