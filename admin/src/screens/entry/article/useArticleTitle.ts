import type { Collection } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import type { Data } from '../../../values/data';
import type { TranslationSet } from '../useTranslations';
import { workingOf } from '../working';
import { articleTitle } from './words';

/**
 * What an article is called, by what its languages have and what is typed into the one that is open: in the reader's language, and in
 * the one that is open. "" where nothing is a title yet.
 */
export function useArticleTitle(collection: Collection, value: Data, set: TranslationSet | null, open?: { locale: string; data?: Data }): { named: string; open: string } {
  const { language } = useSpeech();
  const told = (set?.locales ?? []).map(({ locale, detail, summary }) => ({ locale, summary, data: (open?.locale === locale ? open.data : undefined) ?? (detail && workingOf(detail).data) }));
  const called = (locale?: string) => articleTitle(collection, value, told, language, locale);
  return { named: called(), open: called(open?.locale) };
}
