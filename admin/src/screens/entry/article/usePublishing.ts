import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { articleQuery } from '../../../api/article';
import { isPaused, now } from '../../../api/askNow';
import { ApiFailure } from '../../../api/failure';
import type { EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { notifyFailure } from '../../../ui/notify';
import type { EntryEditor } from '../editor';

export interface Publishing {
  opened: boolean;
  /** The language that the reader was in. */
  locale: string | undefined;
  begin: (locale?: string) => void;
  close: () => void;
}

/**
 * Opens the question what of an article is published, once what is typed into its forms is saved. `makes`: also one that
 * nothing was typed into is made, where it is not made yet.
 */
export function usePublishing(parent: EntryDetail | undefined, editors: readonly EntryEditor[], makes = false): Publishing {
  const speech = useSpeech();
  const queries = useQueryClient();
  const [open, setOpen] = useState<{ locale: string | undefined }>();
  const underway = useRef(false);
  const ready = async () => {
    for (const each of editors) {
      if ((each.dirty || (makes && !each.detail)) && !(await each.save())) return false;
    }
    return parent === undefined || (await isKnown(parent));
  };
  /** Without a connection the service cannot be asked what would be published: whoever wants that hears it. */
  const isKnown = async ({ entry }: EntryDetail) => {
    const query = articleQuery(entry.collection, entry.id);
    try {
      if (isPaused(queries, query.queryKey)) throw new ApiFailure('offline', 0, '');
      await queries.query({ ...query, staleTime: 0, ...now });
      return true;
    } catch (error) {
      notifyFailure(speech, error, speech.t('article.notAsked'));
      return false;
    }
  };
  const begin = async (locale?: string) => {
    if (underway.current) return;
    underway.current = true;
    const saved = await ready().finally(() => (underway.current = false));
    if (saved) setOpen({ locale });
  };
  return { opened: open !== undefined, locale: open?.locale, begin: (locale) => void begin(locale), close: () => setOpen(undefined) };
}
