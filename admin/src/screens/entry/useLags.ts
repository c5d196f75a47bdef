import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Entry } from '../../api/types.gen';
import { historyOf } from '../versions/history';
import { translatableOf } from './completeness';
import { changedSince, together, touchedAt, type Lag } from './lag';
import type { TranslationSet } from './useTranslations';

/** The languages of an article that are behind the one that they are made from. */
export interface Lags {
  /** That one; undefined where there are no words yet. */
  source: Entry | undefined;
  /** What has become of it, by the locale of each that is behind. */
  of: ReadonlyMap<string, Lag>;
}

/**
 * Which languages of an article are behind (decision 377). What is typed into one is kept beside it at once, and hides nothing: the
 * way to what has changed is there until that language has a new version, or the page is left.
 */
export function useLags(set: TranslationSet): Lags {
  const { collection, locales, source } = set;
  const [known, setKnown] = useState<Readonly<Record<string, { version: number; since: number }>>>({});
  const others = locales.flatMap(({ locale, detail }) => (detail && detail.entry.id !== source?.id ? [{ locale, detail }] : []));
  const fresh = others.filter(({ detail: { entry } }) => known[entry.id]?.version !== entry.version);
  if (fresh.length > 0) setKnown({ ...known, ...Object.fromEntries(fresh.map(({ detail }) => [detail.entry.id, { version: detail.entry.version, since: touchedAt(detail) }])) });
  const later = others.flatMap(({ locale, detail: { entry } }) => {
    const since = known[entry.id]?.since;
    return source && since !== undefined && source.updatedAt > since + together ? [{ locale, since }] : [];
  });
  const { data } = useInfiniteQuery({ ...historyOf(source ? [source] : []), enabled: later.length > 0 });
  const lines = data?.pages.flatMap(({ items }) => items) ?? [];
  const words = translatableOf(collection);
  const found = later.flatMap(({ locale, since }) => {
    const lag = changedSince(lines, words, since);
    return lag ? [[locale, lag] as const] : [];
  });
  return { source, of: new Map(found) };
}
