import { useQuery } from '@tanstack/react-query';

import { entryByQuery } from '../../../api/entries';
import { useBootstrap, useCollection } from '../../../api/session';
import type { Collection, Entry, EntrySummary } from '../../../api/types.gen';
import { isEmpty } from '../completeness';

/** What a translation is one of. */
export interface Parent {
  collection: Collection;
  /** The value that joins the two. */
  value: unknown;
  /** undefined until it is known, null where there is no such entry. */
  entry: EntrySummary | null | undefined;
  /** Whether it could not be asked. */
  failed: boolean;
}

/** What an entry is a translation of; undefined of what is none. */
export function useParent(collection: Collection, entry: Entry | undefined): Parent | undefined {
  const { parent: name = '', on = '' } = collection.translates ?? {};
  const parent = useCollection(name);
  const value = entry?.data[on];
  const asks = parent !== undefined && !isEmpty(value);
  const { data, isError } = useQuery({ ...entryByQuery(name, on, value), enabled: asks });
  return parent && { collection: parent, value, entry: asks ? data : null, failed: isError };
}

/** Whether the entries of a collection have one page with the words of every language. */
export function useIsArticle(): (collection: Collection) => boolean {
  const { site } = useBootstrap();
  return ({ translations }) => translations.length > 0 && site.locales.length > 0;
}
