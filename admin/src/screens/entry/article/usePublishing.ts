import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { articleQuery } from '../../../api/article';
import type { EntryDetail } from '../../../api/types.gen';
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
  const queries = useQueryClient();
  const [open, setOpen] = useState<{ locale: string | undefined }>();
  const underway = useRef(false);
  const ready = async () => {
    for (const each of editors) {
      if ((each.dirty || (makes && !each.detail)) && !(await each.save())) return false;
    }
    if (parent) await queries.query({ ...articleQuery(parent.entry.collection, parent.entry.id), staleTime: 0 }).catch(() => undefined);
    return true;
  };
  const begin = async (locale?: string) => {
    if (underway.current) return;
    underway.current = true;
    const saved = await ready().finally(() => (underway.current = false));
    if (saved) setOpen({ locale });
  };
  return { opened: open !== undefined, locale: open?.locale, begin: (locale) => void begin(locale), close: () => setOpen(undefined) };
}
