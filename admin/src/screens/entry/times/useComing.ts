import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { entryMovesQuery } from '../../../api/moves';
import { releasesOfQuery, waitingReleasesQuery } from '../../../api/releases';
import type { EntryDetail, NamedEntry } from '../../../api/types.gen';
import { useArticle } from '../article/useArticle';
import { comingOf, type Coming } from './coming';

/** What is set for an entry and for its translations, the soonest first; it is said where the state is (decision 314). */
export function useComing(detail: EntryDetail | undefined): readonly Coming[] {
  const { collection = '', id = '' } = detail?.entry ?? {};
  const enabled = detail?.collection.lifecycle === 'publishing';
  const whole = (detail?.collection.translations.length ?? 0) > 0;
  const article = useArticle(detail);
  const moves = useQuery({ ...entryMovesQuery(collection, id, whole), enabled }).data?.items;
  const releases = useQuery({ ...waitingReleasesQuery, enabled }).data?.items;
  // Few sites have a release with a time: until there is one, nobody asks which entries are in it.
  const isTimed = releases?.some(({ state }) => state === 'scheduled') === true;
  const entries: readonly NamedEntry[] = !isTimed || !enabled ? [] : (article?.parts ?? [{ collection, id }]);
  const waits = useQueries({ queries: entries.map(releasesOfQuery) }).map(({ data }) => data);
  return comingOf(moves ?? [], entries.map((entry, i) => ({ entry, releases: waits[i] ?? [] })));
}

/** How long after a time it is looked what became of it, in milliseconds; and the longest that a timer of a browser runs. */
const after = 2_000;
const longest = 2_147_483_647;

/** Asks for everything anew when something has come, until it is not awaited any more. */
export function useWhenCome(coming: readonly Coming[]): void {
  const queries = useQueryClient();
  const at = coming[0]?.at;
  useEffect(() => {
    if (at === undefined) return;
    const look = () => void Promise.all(['moves', 'releases', 'entries'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    let timer = setTimeout(function again() {
      look();
      timer = setTimeout(again, 5 * after);
    }, Math.min(longest, Math.max(0, at - Date.now()) + after));
    return () => clearTimeout(timer);
  }, [at, queries]);
}
