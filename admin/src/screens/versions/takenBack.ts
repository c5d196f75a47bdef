import { discardDraft } from '../../api/entries';
import type { Collection, EntryDetail } from '../../api/types.gen';
import { patchOf } from '../../values/data';
import { keepIn } from '../entry/article/useCopies';
import { isBeside, workingOf } from '../entry/working';

/**
 * Undoes a restoration: a draft that it has made goes, and in another one, or in the entry, stands what stood there. One that it
 * has ended (decision 375) is begun again: what nobody had saved by hand becomes no version.
 */
export async function takenBack(collection: Collection, before: EntryDetail, restored: EntryDetail): Promise<void> {
  const was = workingOf(before);
  const now = workingOf(restored);
  if (!before.draft && restored.draft) await discardDraft(now);
  else await keepIn(collection, restored, patchOf(now.data, was.data), isBeside(collection, was));
}
