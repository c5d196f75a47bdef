import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { now } from '../../api/askNow';
import { articleQuery } from '../../api/article';
import { entryQuery } from '../../api/entries';
import { findHits } from '../../api/hits';
import { useBootstrap } from '../../api/session';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { calledFirst } from '../../values/hitWords';
import { searched, useHits } from '../../values/useHits';

/** Whether readers find entries of a collection, or their translations, on pages of their own. */
const hasPages = ({ hasPages: own, translations }: Collection) => own === true || translations.some((each) => each.hasPages);

/** The entries with pages that a term is found in, as they come while it is typed: those in the language of the text, and in all, before others. */
export function useOwnPages(term: string, locale: unknown): { found: EntrySummary[]; isLate: boolean } {
  const { hits, isLate } = useHits(term, hasPages);
  return { found: useMemo(() => near(hits, locale), [hits, locale]), isLate };
}

const near = (found: readonly EntrySummary[], locale: unknown) => {
  const isFar = (each: EntrySummary) => each.locale !== undefined && each.locale !== locale;
  return [...found.filter((each) => !isFar(each)), ...found.filter(isFar)];
};

/** Gives the first of them to whoever is quicker than the search. */
export function useFirstPage() {
  const { collections } = useBootstrap();
  return async (term: string, locale: unknown): Promise<EntrySummary | undefined> => {
    const answers = await Promise.allSettled(searched(collections, hasPages).map(({ name }) => findHits(name, term)));
    const found = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const failed = answers.find((each) => each.status === 'rejected');
    if (found.length === 0 && failed) throw failed.reason;
    return near(calledFirst(found, term), locale)[0];
  };
}

/** Where an article is read: in a language, or at its own address where it has none in that. undefined without a page. */
export function useAddressOf() {
  const queries = useQueryClient();
  return async ({ collection, id, translations }: EntrySummary, locale: unknown): Promise<string | undefined> => {
    const parts = translations.length === 0 ? [] : (await queries.query({ ...articleQuery(collection, id), ...now })).parts;
    const part = parts.find((each) => each.locale === locale && locale !== undefined) ?? { collection, id };
    const { page } = await queries.query({ ...entryQuery(part.collection, part.id), ...now });
    return page === undefined ? undefined : published(page);
  };
}

/** The address that a page has, or will have, for readers: without what shows its preview to staff. */
export function published(page: string): string {
  const [place = '', fragment] = page.split('#');
  const [path = '', query = ''] = place.split('?');
  const kept = query.split('&').filter((each) => each !== '' && each !== 'preview=1');
  return [path, kept.length > 0 ? `?${kept.join('&')}` : '', fragment === undefined ? '' : `#${fragment}`].join('');
}
