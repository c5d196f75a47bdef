import type { Article, ArticlePart } from '../../api/types.gen';

/** What of an article can be published, as the sheet that publishes one chooses it: what waits and is complete. `shared` is what all languages need. */
export function dividedParts({ parts }: Article): { ready: ArticlePart[]; unready: ArticlePart[]; shared: ArticlePart | undefined } {
  const waiting = parts.filter(({ waits }) => waits);
  return { ready: waiting.filter(({ refused }) => !refused), unready: waiting.filter(({ refused }) => refused), shared: waiting.find(({ locale }) => !locale) };
}
