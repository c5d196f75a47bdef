import { useCallback } from 'react';

import { findCollection, useBootstrap } from '../api/session';
import type { EntrySummary } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { namedTitle, summaryTitle } from './title';

/** What entries of lists are called in the reader's language. */
export function useTitles(): (entry: EntrySummary) => string {
  const { t, language } = useSpeech();
  const { collections } = useBootstrap();
  return useCallback((entry) => summaryTitle(entry, findCollection(collections, entry.collection), language) || t('value.untitled'), [collections, language, t]);
}

type Named = Parameters<typeof namedTitle>[0] & { collection: string };

/** What entries are called of which only titles are known, in the reader's language. */
export function useNamedTitles(): (named: Named) => string {
  const { t, language } = useSpeech();
  const { collections } = useBootstrap();
  return useCallback((named) => namedTitle(named, findCollection(collections, named.collection), language) || t('value.untitled'), [collections, language, t]);
}
