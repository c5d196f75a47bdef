import type { Asset } from '../../api/types.gen';
import { byteSize } from '../../i18n/bytes';
import type { Speech } from '../../i18n/text';
import { primaryOf } from '../pictures';

/** What is told of an asset below its name: what it is for, how large it is, and how often it is used. */
export function factsOf(asset: Asset, { t, plural, language }: Speech): string[] {
  const primary = primaryOf(asset);
  const size = primary ? [byteSize(language, primary.byteSize)] : [];
  return [asset.purpose, ...size, asset.usedBy === 0 ? t('media.unused') : plural('media.used', asset.usedBy)];
}
