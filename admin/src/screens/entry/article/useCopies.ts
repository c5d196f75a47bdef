import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { entryQuery, patchEntry, saveDraft } from '../../../api/entries';
import type { Collection, EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { notifyFailure } from '../../../ui/notify';
import { applied, patchOf, picked, sameValue, type Data } from '../../../values/data';
import { copiesOf, isEmpty, requiredOf } from '../completeness';
import { mayWrite, type EntryEditor } from '../editor';
import type { TranslationSet } from '../useTranslations';
import { besides, isBeside, workingOf, type Working } from '../working';

/** What of a patch belongs to data that were, in it, what the patch was made of. */
export function followed(before: Data, now: Data, own: Data, copies: readonly string[]): Data {
  const changed = copies.filter((field) => !sameValue(before[field], now[field]) && sameValue(own[field], before[field]));
  return picked(patchOf(picked(before, changed), picked(now, changed)), changed);
}

/** What a language needs, does not have, and has a copy of in what its article has: an old version may be from before it. */
export function lacking(translation: Collection, parent: Collection, article: Data, own: Data): Data {
  const needed = requiredOf(translation);
  return picked(article, copiesOf(translation, parent).filter((field) => needed.includes(field) && isEmpty(own[field])));
}

/** Keeps a change of an entry as what is typed into it is kept: beside it, or in it. */
export async function keepIn(collection: Collection, detail: EntryDetail, patch: Data, beside = isBeside(collection, workingOf(detail))): Promise<EntryDetail> {
  const row = workingOf(detail);
  if (!beside) return patchEntry(row, patch);
  return besides(detail, await saveDraft(row, patch, !(row.draft && detail.draft?.conflicts.length)));
}

/**
 * Keeps what every language has a copy of what the article has, such as its date: a list of one language is ordered by its own.
 * A language that has another value on purpose keeps it.
 */
export function useCopies(shared: EntryEditor, set: TranslationSet) {
  const speech = useSpeech();
  const queries = useQueryClient();
  const copies = copiesOf(set.collection, shared.collection);
  const before = useRef(shared.detail?.entry.data);
  // The service may have written it meanwhile: a new address of the article takes its languages along.
  const bring = async ({ entry: { collection, id } }: EntryDetail, patch: Data) => {
    const detail = await queries.query({ ...entryQuery(collection, id), staleTime: 0 });
    await keepIn(set.collection, detail, patch);
  };
  return {
    copies,
    /** The words of the language that is open, when what the article shares becomes something else. */
    in: (words: EntryEditor, next: Data) => {
      const patch = followed(shared.value, next, words.value, copies);
      if (words.detail && mayWrite(words.collection, words.detail) && Object.keys(patch).length > 0) words.change(applied(patch, words.value));
    },
    /** The other languages, once that is saved. */
    follow: async (now: Working, open: string) => {
      const was = before.current;
      const stale = set.locales.flatMap(({ locale, detail }) => {
        if (locale === open || !detail || !mayWrite(set.collection, detail)) return [];
        const { data } = workingOf(detail);
        const patch = { ...lacking(set.collection, shared.collection, now.data, data), ...(was && followed(was, now.data, data, copies)) };
        return Object.keys(patch).length > 0 ? [{ detail, patch }] : [];
      });
      if (stale.length > 0) {
        try {
          await Promise.all(stale.map(({ detail, patch }) => bring(detail, patch)));
        } catch (error) {
          notifyFailure(speech, error, speech.t('article.copiesFailed'));
          return; // they are brought with the next save
        } finally {
          await queries.invalidateQueries({ queryKey: ['entries'] });
        }
      }
      before.current = now.data;
    },
  };
}
