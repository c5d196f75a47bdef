import { expect, it } from 'vitest';

import { acceptOf, primaryOf, slotsOf, takes } from './purposes';

it('slots are read as the service reads them', () => {
  expect(slotsOf({ required: ['WebP , avif', 'jpg,image/jpg', 'application/pdf'] })).toEqual([['image/webp', 'image/avif'], ['image/jpeg'], ['application/pdf']]);
});

it.each([
  [['webp', 'jpeg'], 'image/png', true],
  [['webp', 'jpeg'], 'application/pdf', false],
  [['application/pdf'], 'application/pdf', true],
  [['video/mp4', 'webp'], 'video/mp4', false],
] as const)('whether %j takes %s is %s', (required, mime, taken) => {
  expect(takes({ required: [...required] }, mime)).toBe(taken);
});

it.each([
  [['image/webp', 'image/jpeg'], 'image/jpeg'],
  [['image/avif', 'image/webp'], 'image/webp'],
  [['video/mp4'], 'video/mp4'],
])('of %j the fallback is %s', (mimes, primary) => {
  expect(primaryOf(mimes)).toBe(primary);
});

it('any picture is offered where a slot is a picture', () => {
  expect(acceptOf({ required: ['webp', 'jpeg', 'application/pdf'] })).toBe('image/*,application/pdf');
});
