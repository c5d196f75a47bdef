/** What a language is called in the reader's language; its tag where nobody knows. */
export function localeName(locale: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(locale) ?? locale;
  } catch {
    return locale;
  }
}
