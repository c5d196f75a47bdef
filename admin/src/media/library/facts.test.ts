import { expect, it } from 'vitest';

import type { Asset } from '../../api/types.gen';
import type { Speech } from '../../i18n/text';
import { byteSize } from '../../i18n/bytes';
import { factsOf } from './facts';

const speech = { t: (key: string) => key, plural: (key: string, count: number) => `${key} ${count}`, language: 'en' } as unknown as Speech;
const asset = { purpose: 'picture', usedBy: 2, variants: [] } as unknown as Asset;

it('says how large an asset is, how it is used, and its purpose where there are several', () => {
  const variants = [{ role: 'primary', byteSize: 15_700 }] as unknown as Asset['variants'];
  expect(factsOf({ ...asset, variants }, 2, speech)).toEqual([byteSize('en', 15_700), 'media.used 2', 'picture']);
  expect(factsOf(asset, 2, speech)).toEqual(['media.used 2', 'picture']);
  expect(factsOf({ ...asset, usedBy: 0 }, 1, speech)).toEqual(['media.unused']);
});
