import { expect, it } from 'vitest';

import { middle, movedBy, pointAt } from './point';

const box = { left: 100, top: 50, width: 200, height: 100 };

it.each([
  [200, 100, { x: 0.5, y: 0.5 }],
  [100, 150, { x: 0, y: 1 }],
  [0, 900, { x: 0, y: 1 }],
])('a press at %d, %d is a point on the picture', (clientX, clientY, point) => {
  expect(pointAt({ clientX, clientY }, box)).toEqual(point);
});

it('arrows move a point, with Shift further, and never off the picture', () => {
  expect(movedBy('ArrowRight', false, middle)).toEqual({ x: 0.51, y: 0.5 });
  expect(movedBy('ArrowUp', true, middle)).toEqual({ x: 0.5, y: 0.4 });
  expect(movedBy('ArrowLeft', true, { x: 0.03, y: 0 })).toEqual({ x: 0, y: 0 });
  expect(movedBy('Home', false, { x: 1, y: 1 })).toEqual(middle);
  expect(movedBy('Enter', false, middle)).toBeUndefined();
});
