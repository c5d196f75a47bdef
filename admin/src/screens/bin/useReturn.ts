import { useMutation, useQueryClient } from '@tanstack/react-query';

import { eraseEntry, returnEntry } from '../../api/bin';
import { ApiFailure } from '../../api/failure';
import { findCollection, useBootstrap } from '../../api/session';
import type { BinEntry, Returned } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { reasonFailure, reasonOf } from '../../values/reasons';
import { useLanguages } from './binned';

/** What is shown of the bin and of entries is stale once something left it, or could not. */
function useStale() {
  const queries = useQueryClient();
  return () => Promise.all([queries.invalidateQueries({ queryKey: ['bin'] }), queries.invalidateQueries({ queryKey: ['entries'] })]);
}

/** Why something did not leave the bin, in the reader's language. */
function useReason({ collection: name }: BinEntry) {
  const speech = useSpeech();
  const collection = findCollection(useBootstrap().collections, name);
  return <E,>(error: E) => (error instanceof ApiFailure && error.code === 'NOT_FOUND' ? new Error(speech.t('bin.notThere')) : reasonFailure(error, collection, speech, 'set'));
}

/** Brings an entry back, and says exactly what came and what did not. `true`: with what was deleted earlier. */
export function useReturn(entry: BinEntry, title: string) {
  const speech = useSpeech();
  const { t } = speech;
  const reason = useReason(entry);
  const told = useTold(entry, title);
  return useMutation({
    mutationFn: (earlier: boolean) => returnEntry(entry, earlier),
    onSuccess: told,
    onError: (error) => notifyFailure(speech, reason(error), t('bin.notReturnedOf', { title })),
    onSettled: useStale(),
  });
}

/** Says what came back. */
function useTold(entry: BinEntry, title: string) {
  const speech = useSpeech();
  const { t } = speech;
  const { collections } = useBootstrap();
  const languages = useLanguages();
  return ({ translations, left, missing }: Returned) => {
    const came = languages(entry.parts.filter(({ id }) => translations.includes(id)));
    const back = came ? t('bin.returnedWith', { title, languages: came }) : t('bin.returned', { title });
    notifyDone(speech, missing.length > 0 ? `${back} ${t('bin.missing', { fields: missing.join(', ') })}` : back);
    for (const each of left) {
      const why = reasonOf(findCollection(collections, each.collection), each.diagnostic, speech, 'set');
      notifyFailure(speech, new Error(why), t('bin.leftOf', { language: languages([each]) }));
    }
  };
}

/** Ends an entry for good. `failure` is why it is still there. */
export function useErase(entry: BinEntry, done: () => void) {
  const reason = useReason(entry);
  const erase = useMutation({ mutationFn: () => eraseEntry(entry), onSuccess: done, onSettled: useStale() });
  return { go: () => erase.mutate(), pending: erase.isPending, failure: erase.error && reason(erase.error) };
}
