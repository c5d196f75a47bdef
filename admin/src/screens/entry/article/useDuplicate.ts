import { useQueryClient } from '@tanstack/react-query';

import { createEntry } from '../../../api/entries';
import type { EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { notifyFailure } from '../../../ui/notify';
import { without, type Data } from '../../../values/data';
import { stampedOf, uniqueOf } from '../completeness';
import { useTranslations, type TranslationSet } from '../useTranslations';
import { workingOf, type Working } from '../working';

/** The languages of an article that a new one is a copy of. */
export interface Duplicate {
  /** Whether they are read. */
  ready: boolean;
  /** What a language begins with; undefined where there is nothing in it. */
  of: (locale: string) => Data | undefined;
  /** Makes the languages that are not open, once their article is made. */
  rest: (made: Working, open: string) => Promise<void>;
}

/** Has a copy of an article begin with the words of all its languages. */
export function useDuplicate(copied: EntryDetail | undefined, set: TranslationSet): Duplicate | undefined {
  const speech = useSpeech();
  const queries = useQueryClient();
  const from = useTranslations(copied?.collection ?? set.collection, copied);
  if (!copied || !from) return undefined;
  const on = set.collection.translates?.on ?? '';
  const leaves = [on, 'locale', ...stampedOf(set.collection), ...uniqueOf(set.collection)];
  const of = (locale: string) => {
    const detail = from.locales.find((each) => each.locale === locale)?.detail;
    return detail && without(workingOf(detail).data, leaves);
  };
  return {
    ready: from.locales.every(({ summary, detail }) => !summary || detail), of,
    rest: async (made, open) => {
      for (const { locale } of from.locales) {
        const data = of(locale);
        if (!data || locale === open) continue;
        await createEntry(set.collection.name, { ...data, [on]: made.data[on], locale }).catch((error: unknown) => notifyFailure(speech, error, speech.t('article.copyFailed')));
      }
      await queries.invalidateQueries({ queryKey: ['entries'] });
    },
  };
}
