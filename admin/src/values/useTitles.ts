import { useCallback } from 'react';

import { findCollection, useBootstrap } from '../api/session';
import type { EntrySummary } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { summaryTitle } from './title';

/** What entries of lists are called in the reader's language. */
export function useTitles(): (entry: EntrySummary) => string {
  const { t, language } = useSpeech();
  const { collections } = useBootstrap();
  return useCallback((entry) => summaryTitle(entry, findCollection(collections, entry.collection), language) || t('value.untitled'), [collections, language, t]);
}
