import { useQueries } from '@tanstack/react-query';

import { entryQuery } from '../../api/entries';
import { useBootstrap } from '../../api/session';
import type { Collection, Entry, EntryDetail, EntrySummary } from '../../api/types.gen';
import { completenessOf, type Completeness } from './completeness';

/** A language of the site, and the translation into it. */
export interface LocaleState {
  locale: string;
  summary: EntrySummary | undefined;
  /** undefined until it is read. */
  detail: EntryDetail | undefined;
  /** It could not be read. */
  failed: boolean;
  completeness: Completeness | undefined;
}

/** A language without a translation. */
export const withoutWords = (locale: string): LocaleState => ({ locale, summary: undefined, detail: undefined, failed: false, completeness: undefined });

export interface TranslationSet {
  collection: Collection;
  locales: LocaleState[];
  /** The translation that others are made from: that of the site's first language, or the first that there is. */
  source: Entry | undefined;
}

/** The translations of an entry into each language of the site, also of one that has none yet; null where none are declared. */
export function useTranslations(collection: Collection, parent: EntryDetail | undefined): TranslationSet | null {
  const { site } = useBootstrap();
  const own = parent?.related.find((each) => each.relationship.kind === 'translation');
  const translation = collection.translations.find((each) => own === undefined || each.name === own.collection);
  const summaries = own?.entries ?? [];
  const details = useQueries({ queries: summaries.map((each) => entryQuery(each.collection, each.id)) });
  if (!translation) return null;
  const locales = [...new Set([...site.locales, ...summaries.map((each) => each.locale ?? '')])].filter(Boolean);
  const found = locales.map((locale) => {
    const i = summaries.findIndex((each) => each.locale === locale);
    return { locale, summary: summaries[i], detail: i < 0 ? undefined : details[i]?.data, failed: i >= 0 && details[i]?.isError === true };
  });
  const source = (found.find((each) => each.locale === (site.canonicalLocale ?? site.locales[0]) && each.detail) ?? found.find((each) => each.detail))?.detail?.entry;
  return {
    collection: translation, source,
    locales: found.map((each) => ({
      ...each,
      completeness: each.detail && completenessOf(translation, each.detail.entry.data, each.detail.entry.id === source?.id ? {} : source?.data),
    })),
  };
}
