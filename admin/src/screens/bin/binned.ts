import { useCallback } from 'react';

import { useBootstrap } from '../../api/session';
import type { BinEntry, BinPart, LeftBehind } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { listed, localeName } from '../../values/names';
import { useNamedTitles } from '../../values/useTitles';

/** What an entry in the bin is called: an article as lists call it, a translation that was deleted alone as one of its article. */
export function useBinnedTitle(): (entry: BinEntry) => string {
  const speech = useSpeech();
  const titled = useNamedTitles();
  return useCallback(
    (entry) => {
      if (!entry.locale) return titled(entry);
      const language = localeName(entry.locale, speech.language);
      return entry.of ? speech.t('bin.versionOf', { language, title: titled(entry.of) }) : speech.t('bin.versionOfGone', { language, title: titled(entry) });
    },
    [speech, titled],
  );
}

type Spoken = Pick<BinPart | LeftBehind, 'locale'> & { title?: string; id: string };

/** The languages of some translations as one text, in the order of the site; what has no language is called by its title. */
export function useLanguages(): (parts: readonly Spoken[]) => string {
  const { language } = useSpeech();
  const { site } = useBootstrap();
  return useCallback((parts) => listed([...new Set(inOrder(parts, site.locales).map(({ locale, title, id }) => (locale ? localeName(locale, language) : title || id)))], language), [language, site.locales]);
}

function inOrder(parts: readonly Spoken[], locales: readonly string[]): Spoken[] {
  const placeOf = ({ locale = '' }: Spoken) => (locales.includes(locale) ? locales.indexOf(locale) : locales.length);
  return parts.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** What there is to know of an entry in the bin, but for its languages: who deleted it, when, and until when it is there. */
export function deletionFacts({ deletedBy, deletedAt, goneAt }: BinEntry, { t, moment }: Speech): string[] {
  const time = moment(deletedAt);
  return [deletedBy?.name ? t('bin.deleted', { name: deletedBy.name, time }) : t('bin.deletedAt', { time }), t('bin.goneAt', { time: moment(goneAt) })];
}
