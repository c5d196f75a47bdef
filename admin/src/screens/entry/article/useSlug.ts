import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { historyQuery } from '../../../api/entries';
import type { EntryDetail } from '../../../api/types.gen';
import { bringLatin, lacksLatin } from '../../../forms/slug';
import type { Data } from '../../../values/data';
import { titleFieldOf } from '../writing/writes';
import type { EntryEditor } from '../editor';
import { withSlug } from './slug';

/** Changes an entry as its form does; its slug follows its title until it was published once, or somebody chose another. */
export function useSlug({ collection, detail, value, change }: EntryEditor): (next: Data) => void {
  const title = titleFieldOf(collection);
  const isFresh = useNeverPublished(detail);
  const needsLatin = useLatin(() => {
    const named = withSlug(collection, value, '', textOf(value[title ?? '']));
    if (named !== value) change(named);
  });
  if (title === undefined || !isFresh) return change;
  return (next) => {
    change(withSlug(collection, next, textOf(value[title]), textOf(next[title])));
    needsLatin(textOf(next[title]));
  };
}

/** Hears of a title as it is typed. Where its letters have no slug until what writes them in Latin is here, `then` makes one of it. */
export function useLatin(then: () => void): (title: string) => void {
  const [here, setHere] = useState(false);
  const hear = useEffectEvent(then);
  useEffect(() => {
    if (here) hear();
  }, [here]);
  // Without a connection there is no slug by itself.
  return (title) => void (lacksLatin(title) && bringLatin().then(() => setHere(true), () => undefined));
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
