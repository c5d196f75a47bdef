import { useCollection } from '../../api/session';
import type { ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { movedParts } from '../../values/moved';
import { useIsArticle } from '../entry/article/useParent';

/** What of an article, or which entries, a move or a publication is of. Undefined for what is whole, and needs no name. */
export function usePartsOf(move: Pick<ScheduledMove, 'collection' | 'parts'>): string | undefined {
  const speech = useSpeech();
  const collection = useCollection(move.collection);
  const isArticle = useIsArticle();
  const [first, ...others] = move.parts;
  if (others.length > 0 || first?.locale) return movedParts(move, speech);
  return first && collection && isArticle(collection) ? speech.t('article.shared') : undefined;
}
