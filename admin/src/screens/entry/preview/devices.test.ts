import { expect, it } from 'vitest';

import { placedIn, shareOf } from './devices';

it('shows a narrow window as it is, in the middle', () => {
  expect(placedIn({ width: 600, height: 800 }, 'phone')).toEqual({ width: 390, height: 800, scale: 1, left: 105 });
});

it('makes a wide window smaller, as high as there is room', () => {
  expect(placedIn({ width: 640, height: 800 }, 'desktop')).toEqual({ width: 1280, height: 1600, scale: 0.5, left: 0 });
});

it('has a scale before the room is known', () => {
  expect(placedIn({ width: 0, height: 0 }, 'tablet')).toEqual({ width: 820, height: 0, scale: 1, left: 0 });
});

it('keeps both sides in sight', () => {
  expect([0, 25, 44.6, 75, 100].map(shareOf)).toEqual([25, 25, 45, 75, 75]);
});
