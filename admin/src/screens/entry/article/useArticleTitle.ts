import type { Collection } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import type { Data } from '../../../values/data';
import type { TranslationSet } from '../useTranslations';
import { workingOf } from '../working';
import { articleTitle } from './words';

/** What an article is called, by what is typed and what its languages have; "" where nothing is a title yet. `typed` is what a language has now. */
export function useArticleTitle(collection: Collection, value: Data, set: TranslationSet | null, typed: Readonly<Record<string, Data>> = {}): string {
  const { language } = useSpeech();
  const told = (set?.locales ?? []).map(({ locale, detail, summary }) => ({ locale, summary, data: typed[locale] ?? (detail && workingOf(detail).data) }));
  return articleTitle(collection, value, told, language);
}
