import { createContext, use, useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';

import { commentsQuery } from '../api/comments';
import type { Comments, Quote } from '../api/types.gen';
import type { QuotedTexts } from './quotes';
import { openOn } from './threads';

/** Which part of the page's rail is open, and what a new comment is about. */
export interface Panel {
  collection: string;
  id: string;
  tab: string;
  show: (tab: string) => void;
  /** The field that a new comment is about, '' for the whole entry, and the words of it; counts up with each time that one is begun. */
  about: { field: string; quote?: Quote | undefined; turn: number };
  /** Begins a comment on a field: on these words, or on what is selected in its text while somebody is there. */
  comment: (field: string, quote?: Quote) => void;
  texts: QuotedTexts;
  /** The comment that the address names. */
  named: string | undefined;
}

export const PanelContext = createContext<Panel | null>(null);

/** The panel of another entry that the page shows along with its own. */
export const AlongContext = createContext<Panel | null>(null);

export const usePanel = () => use(PanelContext);

export const useAlong = () => use(AlongContext);

/** What staff say about the entry of a panel. */
export function useComments(panel: Panel | null): Comments | undefined {
  return useQuery({ ...commentsQuery({ collection: panel?.collection ?? '', id: panel?.id ?? '' }), enabled: Boolean(panel?.id) }).data;
}

/** How many threads are open on a field. */
export function useOpenThreads(field: string): number {
  const panel = usePanel();
  const count = useCallback(({ items }: Comments) => openOn(items, field), [field]);
  return useQuery({ ...commentsQuery({ collection: panel?.collection ?? '', id: panel?.id ?? '' }), enabled: Boolean(panel?.id), select: count }).data ?? 0;
}
