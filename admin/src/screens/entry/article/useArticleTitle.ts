import type { Collection, EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import type { Data } from '../../../values/data';
import { useTranslations } from '../useTranslations';
import { workingOf } from '../working';
import { articleTitle } from './words';

/** What an article is called, by what is typed and what its languages have; "" where nothing is a title yet. */
export function useArticleTitle(detail: EntryDetail | undefined, collection: Collection, value: Data): string {
  const { language } = useSpeech();
  const set = useTranslations(detail);
  const told = (set?.locales ?? []).map(({ locale, detail, summary }) => ({ locale, summary, data: detail && workingOf(detail).data }));
  return articleTitle(collection, value, told, language);
}
