import type { BulkOutcome } from '../../api/bulk';
import { patchEntry, saveDraft } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import type { BulkDone, BulkLeft } from '../../api/types.gen';
import { runEach } from '../../lists/bulk';

/**
 * Gives a field of entries the values that it had before a set, each to the version or the draft that the set has made (decision 372): what somebody
 * has changed since is left. A draft that has nothing else ends with that.
 */
export async function giveBack(changed: readonly BulkDone[], field: string, tell: (tried: number) => void): Promise<BulkOutcome> {
  const { done, failed } = await runEach(changed, (each) => restore(each, field), tell);
  return { done: done.map(({ item }) => item), left: failed.map(({ item, error }) => leftOf(item, error)), tried: changed.length };
}

function restore({ collection, id, version, drafted, former }: BulkDone, field: string): Promise<unknown> {
  const seen = { collection, id, version };
  const data = { [field]: former?.value ?? null }; // null removes it
  return drafted ? saveDraft({ ...seen, draft: { counter: former?.draft ?? 0 } }, data) : patchEntry(seen, data);
}

function leftOf({ collection, id }: BulkDone, error: unknown): BulkLeft {
  const { code, message, diagnostic } = error instanceof ApiFailure ? error : { code: '', message: String(error), diagnostic: undefined };
  return { collection, id, title: '', diagnostic: diagnostic ?? { code, message } };
}
