import type { EntrySummary } from '../api/types.gen';
import type { Speech } from '../i18n/text';
import { listed, localeName } from './names';

/** What is said of a found article beside its title: the language that it was found in where the title does not show why, else its languages. `locale` leads there. */
export function hitWords({ locale, translations }: EntrySummary, title: string, term: string, { t, language }: Pick<Speech, 't' | 'language'>): { said: string; locale?: string } {
  if (locale) return { said: localeName(locale, language) };
  const other = isIn(title, term) ? undefined : translations.find((each) => isIn(each.title ?? '', term));
  if (other) return { said: t('palette.inLanguage', { language: localeName(other.locale, language), title: other.title ?? '' }), locale: other.locale };
  return { said: listed([...new Set(translations.map((each) => localeName(each.locale, language)))], language) };
}

/** What was found with those first that have every word of the term in their title, in any of their languages. */
export function calledFirst(found: readonly EntrySummary[], term: string): EntrySummary[] {
  const isCalled = ({ title, titles, translations }: EntrySummary) =>
    [title, ...Object.values(titles ?? {}), ...translations.map((each) => each.title ?? '')].some((each) => isIn(each, term));
  const called = found.filter(isCalled);
  return [...called, ...found.filter((each) => !called.includes(each))];
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Whether a title has every word of a term. */
function isIn(title: string, term: string): boolean {
  return title !== '' && folded(term).split(/\s+/).every((word) => folded(title).includes(word));
}
