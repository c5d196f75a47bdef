import type { Asset } from '../../api/types.gen';
import { byteSize } from '../../i18n/bytes';
import type { Speech } from '../../i18n/text';
import { primaryOf } from '../pictures';

/**
 * What is told of an asset below its name: how large it is, how often it is used, and what it is for, where the site has
 * several purposes. The line may be cut, so what people look for comes first.
 */
export function factsOf(asset: Asset, purposes: number, { t, plural, language }: Speech): string[] {
  const primary = primaryOf(asset);
  const size = primary ? [byteSize(language, primary.byteSize)] : [];
  return [...size, asset.usedBy === 0 ? t('media.unused') : plural('media.used', asset.usedBy), ...(purposes > 1 ? [asset.purpose] : [])];
}
