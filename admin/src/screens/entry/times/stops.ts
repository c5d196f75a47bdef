import type { EntryDetail } from '../../../api/types.gen';
import { publishOf, type Coming } from './coming';

/**
 * The next publish of entries that a person who may not publish would stop by a change: the service publishes nothing that such a
 * person wrote since the time was set (decision 290). `stopped`: they have. When the time of a release was set is not known here.
 */
export function stoppable(coming: readonly Coming[], entries: readonly Pick<EntryDetail, 'entry' | 'draft'>[], me: string): { coming: Coming; stopped: boolean } | undefined {
  const found = entries.flatMap(({ entry, draft }) => {
    const next = publishOf(coming, entry);
    return next ? [{ coming: next, stopped: next.move !== undefined && draft?.savedBy?.id === me && draft.savedAt >= next.move.setAt }] : [];
  });
  return found.find(({ stopped }) => stopped) ?? found[0];
}
