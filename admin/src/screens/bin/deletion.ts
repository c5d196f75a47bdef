import { useQueryClient } from '@tanstack/react-query';

import { returnEntry } from '../../api/bin';
import { findCollection, useBootstrap } from '../../api/session';
import type { NamedEntry, Site } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { runEach } from '../../lists/bulk';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { notifyUndoable } from '../../ui/undo';
import { reasonFailure, reasonOf } from '../../values/reasons';
import { useLanguages } from './binned';

/** For how many entries the way back is offered: each is a request. The bin has the others, too. */
const most = 100;

/** What becomes of what is deleted: how long it can be restored (decision 362). */
export function deletionHint({ t, plural }: Pick<Speech, 't' | 'plural'>, { bin }: Pick<Site, 'bin'>, of: 'entry' | 'bulk'): string {
  return bin.keepDays > 0 ? plural(`${of}.sureHint.delete`, bin.keepDays) : t(`${of}.sureHint.deleteForGood`);
}

/**
 * Tells that entries were deleted, and offers the way back out of the bin where the site has one: whoever may delete may restore.
 * What was deleted with an entry comes back with it. `back` is said of so many that are back.
 */
export function useTellDeleted(): (message: string, entries: readonly NamedEntry[], back: (count: number) => string) => void {
  const speech = useSpeech();
  const { t, plural } = speech;
  const queries = useQueryClient();
  const { site, collections } = useBootstrap();
  const languages = useLanguages();
  const restore = async (entries: readonly NamedEntry[], back: (count: number) => string) => {
    const { done, failed } = await runEach(entries, (each) => returnEntry(each), () => undefined);
    void queries.invalidateQueries({ queryKey: ['bin'] });
    void queries.invalidateQueries({ queryKey: ['entries'] });
    const missing = done.flatMap(({ answer }) => answer.missing);
    if (done.length > 0) notifyDone(speech, missing.length > 0 ? `${back(done.length)} ${t('bin.missing', { fields: missing.join(', ') })}` : back(done.length));
    for (const each of done.flatMap(({ answer }) => answer.left)) {
      notifyFailure(speech, new Error(reasonOf(findCollection(collections, each.collection), each.diagnostic, speech, 'set')), t('bin.leftOf', { language: languages([each]) }));
    }
    const [first] = failed;
    if (first) notifyFailure(speech, reasonFailure(first.error, findCollection(collections, first.item.collection), speech, 'set'), plural('bin.notReturned', failed.length));
  };
  return (message, entries, back) => {
    if (site.bin.keepDays > 0 && entries.length > 0 && entries.length <= most) notifyUndoable(speech, message, () => void restore(entries, back));
    else notifyDone(speech, message);
  };
}
