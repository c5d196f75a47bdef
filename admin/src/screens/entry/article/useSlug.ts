import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { historyQuery } from '../../../api/entries';
import type { Collection, EntryDetail } from '../../../api/types.gen';
import { bringLatin, lacksLatin } from '../../../forms/slug';
import type { Data } from '../../../values/data';
import { titleFieldOf } from '../writing/writes';
import type { EntryEditor } from '../editor';
import { slugShape, withLateSlug, withSlug } from './slug';

/** Changes an entry as its form does; its slug follows its title until it was published once, or somebody chose another. */
export function useSlug({ collection, detail, value, change }: EntryEditor): (next: Data) => void {
  const title = titleFieldOf(collection);
  const isFresh = useNeverPublished(detail);
  const now = title === undefined ? '' : textOf(value[title]);
  const typed = useLatin(collection, (before) => {
    const named = isFresh ? withLateSlug(collection, value, before, now) : value;
    if (named !== value) change(named);
  });
  if (title === undefined || !isFresh) return change;
  return (next) => {
    change(withSlug(collection, next, now, textOf(next[title])));
    typed(now, textOf(next[title]));
  };
}

/**
 * Hears of the title of an entry as it is typed. Where its letters have no slug until what writes them in Latin ones is here, `then` makes
 * one of it, with the title that was typed on from.
 */
export function useLatin(collection: Collection, then: (before: string) => void): (before: string, now: string) => void {
  const [from, setFrom] = useState<string>();
  const began = useRef<string>(undefined);
  const hear = useEffectEvent(then);
  useEffect(() => {
    if (from !== undefined) hear(from);
  }, [from]);
  return (before, now) => {
    if (before === now || began.current !== undefined || !lacksLatin(now) || !slugShape(collection)) return;
    began.current = before;
    // Without a connection there is no slug by itself, until something is typed with one.
    void bringLatin().then(() => setFrom(before), () => (began.current = undefined));
  };
}

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Whether an entry is known to have been nothing but a draft. Its first version is. */
export function useNeverPublished(detail: EntryDetail | undefined): boolean {
  const { collection = '', id = '', status = 'draft', version = 0 } = detail?.entry ?? {};
  const isDraft = detail !== undefined && detail.collection.lifecycle === 'publishing' && status === 'draft';
  const { data, hasNextPage } = useInfiniteQuery({ ...historyQuery(collection, id), enabled: isDraft && version > 1 });
  if (!detail || (isDraft && version === 1)) return true;
  return isDraft && data !== undefined && !hasNextPage && data.pages.every(({ items }) => items.every(({ after, before }) => after?.status !== 'published' && before?.status !== 'published'));
}
