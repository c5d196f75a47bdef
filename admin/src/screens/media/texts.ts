import type { Asset, AssetPatch, AssetText } from '../../api/types.gen';

/** What is typed for an asset, by locale; '' is the site's own language, or the only one. */
export type Texts = Record<string, AssetText>;

const none: AssetText = { alt: '', caption: '' };

/** The texts of an asset, one for each locale of the site. */
export function textsOf(asset: Asset, locales: readonly string[]): Texts {
  const others = locales.slice(1).map((locale) => [locale, asset.translations[locale] ?? none] as const);
  return { '': { alt: asset.alt, caption: asset.caption }, ...Object.fromEntries(others) };
}

const isSame = (a: AssetText, b: AssetText) => a.alt === b.alt && a.caption === b.caption;

/** What makes one of the other; undefined where they are the same. A translation without a word is removed. */
export function changeOf(before: Texts, after: Texts): AssetPatch | undefined {
  const changed = Object.entries(after).filter(([locale, text]) => !isSame(before[locale] ?? none, text));
  if (changed.length === 0) return undefined;
  const own = changed.find(([locale]) => locale === '')?.[1];
  const translations = changed.filter(([locale]) => locale !== '').map(([locale, text]) => [locale, isSame(text, none) ? null : text] as const);
  return { ...own, ...(translations.length > 0 ? { translations: Object.fromEntries(translations) } : {}) };
}
