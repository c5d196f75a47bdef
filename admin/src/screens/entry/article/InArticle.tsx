import { Navigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { Collection, EntryDetail } from '../../../api/types.gen';
import { EntrySkeleton } from '../EntrySkeleton';
import { useIsArticle, useParent } from './useParent';

/**
 * Leads from the address of a translation to the page of its article, in its language: whatever names the entry leads there
 * (decision 295). One that translates nothing has a page of its own.
 */
export function InArticle({ collection, detail, children }: { collection: Collection; detail: EntryDetail; children: ReactNode }) {
  const { comment, field } = useSearch({ from: '/staff/c/$collection/$id' });
  const isArticle = useIsArticle();
  const parent = useParent(collection, detail.entry);
  const { locale } = detail.entry;
  // Whoever works on its own page is not taken from there by an entry that is made meanwhile.
  const [isAlone, leaveAlone] = useState(false);
  const none = !parent || !isArticle(parent.collection) || locale === undefined || parent.failed || parent.entry === null;
  if (none && !isAlone) leaveAlone(true);
  if (none || isAlone) return children;
  if (!parent.entry) return <EntrySkeleton />;
  const search = { locale, ...(comment === undefined ? {} : { comment }), ...(field === undefined ? {} : { field }) };
  return <Navigate to="/c/$collection/$id" params={{ collection: parent.collection.name, id: parent.entry.id }} search={search} replace />;
}
