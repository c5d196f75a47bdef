import { useQuery } from '@tanstack/react-query';

import { articleQuery } from '../../../api/article';
import { useBootstrap } from '../../../api/session';
import type { Article, EntryDetail } from '../../../api/types.gen';
import type { Others } from '../editor';

/** What the service says of an entry and its languages; undefined until it is known, and of what has none. */
export function useArticle(parent: EntryDetail | undefined): Article | undefined {
  const { entry } = parent ?? {};
  return useQuery({ ...articleQuery(entry?.collection ?? '', entry?.id ?? ''), enabled: parent !== undefined && parent.collection.translations.length > 0 }).data;
}

export function othersOf(article: Article | undefined): Others | undefined {
  return article && { wait: article.parts.some(({ waits }) => waits), served: article.parts.some(({ served }) => served) };
}

/** How many of its languages readers can fetch, and of how many; undefined where there is nothing to count. */
export function useServed(article: Article | undefined): { served: number; all: number; locales: string[] } | undefined {
  const { site } = useBootstrap();
  const parts = article?.parts.filter(({ locale }) => locale !== undefined) ?? [];
  if (parts.length === 0) return undefined;
  const locales = parts.flatMap(({ locale, served }) => (served && locale ? [locale] : []));
  return { served: locales.length, all: new Set([...site.locales, ...parts.map(({ locale }) => locale)]).size, locales };
}
