import { expect, it } from 'vitest';

import type { Asset } from '../../api/types.gen';
import { changeOf, textsOf } from './texts';

const asset = { alt: 'A cup', caption: '', translations: { 'zh-TW': { alt: '杯子', caption: '' } } } as unknown as Asset;
const before = textsOf(asset, ['en', 'zh-TW', 'fr']);

it('each language of the site has its texts', () => {
  expect(before).toEqual({ '': { alt: 'A cup', caption: '' }, 'zh-TW': { alt: '杯子', caption: '' }, fr: { alt: '', caption: '' } });
});

it('what is sent is what was changed, and an emptied translation is removed', () => {
  expect(changeOf(before, before)).toBeUndefined();
  expect(changeOf(before, { ...before, '': { alt: 'A mug', caption: '' } })).toEqual({ alt: 'A mug', caption: '' });
  expect(changeOf(before, { ...before, 'zh-TW': { alt: '', caption: '' }, fr: { alt: 'Une tasse', caption: '' } })).toEqual({
    translations: { 'zh-TW': null, fr: { alt: 'Une tasse', caption: '' } },
  });
});
