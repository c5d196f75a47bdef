import type { ArticlePart, Collection, EntrySummary } from '../../../api/types.gen';
import { inLanguage, localized, type Speech } from '../../../i18n/text';
import type { Data } from '../../../values/data';
import { without } from '../../../values/data';
import { localeName } from '../../../values/names';
import { hasOwnTitle, summaryTitle, titleOf } from '../../../values/title';

/** What a part of an article is called: its language, or what all of them share. */
export function partName({ locale }: Pick<ArticlePart, 'locale'>, { t, language }: Speech): string {
  return locale ? localeName(locale, language) : t('article.shared');
}

/** An article in one of its languages. */
export interface Told {
  locale: string;
  /** What it has; undefined until that is read. */
  data: Data | undefined;
  /** What lists call it. */
  summary: EntrySummary | undefined;
}

/**
 * What an article is called: by its own title, as the language that is open has it, or the nearest to the reader's, and else by
 * what the parent has.
 */
export function articleTitle(parent: Collection, value: Data, languages: readonly Told[], language: string, open?: string): string {
  const [translation] = parent.translations;
  const own = titleOf(parent, value, language);
  if (hasOwnTitle(parent) || !translation) return own;
  const on = translation.translates?.on;
  const named = languages.flatMap(({ locale, data, summary }) => {
    const title = data ? titleOf(translation, on === undefined ? data : without(data, [on, 'locale']), language) : summary && summaryTitle(summary, translation, language);
    return title ? [[locale, title] as const] : [];
  });
  const titles = Object.fromEntries(named);
  return (open === undefined ? undefined : titles[open]) ?? inLanguage(titles, language) ?? localized(titles, language) ?? own;
}

/** What a language of an article is called where others are not in sight. */
export const inLocale = (title: string, name: string) => `${title} · ${name}`;
