import type { ArticlePart } from '../../../api/types.gen';
import type { Working } from '../working';

const isOf = (a: Pick<ArticlePart, 'collection' | 'id'>, b: Pick<ArticlePart, 'collection' | 'id'>) => a.id === b.id && a.collection === b.collection;

/**
 * The parts of an article as whoever publishes it has seen them: as they were shown, or as they were saved here since. One that
 * somebody else went on with stays as it was shown, which the service refuses to publish (decision 328).
 */
export function asSeen(now: readonly ArticlePart[], shown: readonly ArticlePart[], saved: readonly (Working | undefined)[]): ArticlePart[] {
  return now.map((part) => {
    const own = saved.some((each) => each && isOf(each, part) && each.version === part.version && (each.draft?.counter ?? 0) === part.draft);
    return own ? part : (shown.find((each) => isOf(each, part) && (each.version !== part.version || each.draft !== part.draft)) ?? part);
  });
}
