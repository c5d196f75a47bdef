/** A property's name as words: `orderNumber` and `order_number` are both `Order number`. */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .split(/\s+/)
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a language is called in the reader's; its tag where nobody knows. */
export function localeName(tag: string, language: string): string {
  return displayed(tag, language) ?? tag;
}

/** The same of a word that may be none: undefined for what is no tag of two letters with a region or a script. */
export function languageName(word: string, language: string): string | undefined {
  return /^[a-z]{2}(-[A-Za-z]{2,4})*$/.test(word) ? displayed(word, language) : undefined;
}

function displayed(tag: string, language: string): string | undefined {
  try {
    return new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }).of(tag);
  } catch {
    return undefined;
  }
}

/** A value as words: codes such as `glaze-lab` are read as such, anything else stays as it is. */
export function labelOf(text: string): string {
  return /^[a-z]+([_-][a-z]+)*$/.test(text) && text.length > 2 ? wordsOf(text) : text;
}

/** What one of the values that a property may have is called: a language by its name where all are languages. */
export function choiceName(values: readonly unknown[], value: unknown, language: string): string {
  const texts = values.filter((each) => typeof each === 'string');
  const languages = texts.length === values.length && texts.every((each) => languageName(each, language) !== undefined);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (languages ? languageName(text, language) : undefined) ?? labelOf(text);
}

/** Names one after the other, as the reader's language lists them. */
export function listed(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
