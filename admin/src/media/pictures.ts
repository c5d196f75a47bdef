import type { MediaType } from '../api/media';
import type { Asset } from '../api/types.gen';
import { kindOfType } from './kinds';
import { isPicture } from './purposes';

/** A picture to show: its address and how large it is, so that nothing moves when it comes. */
export interface Shown {
  url: string;
  width?: number | undefined;
  height?: number | undefined;
}

export const primaryOf = ({ variants }: Pick<Asset, 'variants'>) => variants.find(({ role }) => role === 'primary') ?? variants[0];

export function isImage(asset: Pick<Asset, 'variants'>): boolean {
  return isPicture(primaryOf(asset)?.mimeType ?? '');
}

/** What kind of file an asset is, as the library is narrowed to. */
export const kindOf = (asset: Pick<Asset, 'variants'>): MediaType => kindOfType(primaryOf(asset)?.mimeType ?? '');

/** A picture without words for those who do not see it. */
export const lacksAlt = (asset: Pick<Asset, 'variants' | 'alt'>) => isImage(asset) && asset.alt.trim() === '';

/** The smallest form of a picture that is at least so wide; undefined for what is no picture. */
export function shownAt(asset: Pick<Asset, 'variants' | 'renditions'>, width: number): Shown | undefined {
  if (!isImage(asset)) return undefined;
  const wide = asset.renditions.filter((each) => each.width >= width).sort((a, b) => a.width - b.width);
  const largest = [...asset.renditions].sort((a, b) => b.width - a.width)[0];
  const primary = primaryOf(asset);
  if (wide[0]) return wide[0];
  if (primary?.width !== undefined && primary.width <= width) return primary;
  return largest ?? primary;
}

/** What a picture shows, in the language of the text where that is known. */
export function altIn(asset: Pick<Asset, 'alt' | 'translations'>, locale: unknown): string {
  return (typeof locale === 'string' ? asset.translations[locale]?.alt : undefined) || asset.alt;
}
