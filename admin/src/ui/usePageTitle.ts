import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { bootstrapQuery } from '../api/session';
import { useSpeech } from '../i18n/text';

/** Calls the browser's tab as the page and the site are called, so that tabs, history and bookmarks can be told apart. */
export function usePageTitle(...names: string[]): void {
  const { t } = useSpeech();
  const site = useQueryClient().getQueryData(bootstrapQuery.queryKey)?.site;
  const title = [...names, site?.brand || site?.title || t('app.name')].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
