import { expect, it } from 'vitest';

import { shownOf, spanOf } from './useWindow';

it('a span of pixels is whole steps of rows, with some beyond on either side', () => {
  expect(spanOf({ from: 0, to: 900 }, 45)).toEqual({ from: -16, to: 40 });
  expect(spanOf({ from: 4500, to: 5400 }, 45)).toEqual({ from: 80, to: 144 });
  expect(spanOf({ from: 4510, to: 5410 }, 45)).toEqual({ from: 80, to: 144 });
  expect(spanOf({ from: -300, to: 600 }, 45)).toEqual({ from: -24, to: 32 });
});

it('the rows of a span are there once, and never beyond the list', () => {
  expect(shownOf({ from: -16, to: 4 }, 1000, -1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(shownOf({ from: 990, to: 1040 }, 1000, -1)).toEqual([990, 991, 992, 993, 994, 995, 996, 997, 998, 999]);
});

it('a list that became shorter still has rows', () => {
  expect(shownOf({ from: 5000, to: 5050 }, 200, -1)).toEqual([192, 193, 194, 195, 196, 197, 198, 199]);
});

it('the row that keys are at stays, with its neighbours', () => {
  expect(shownOf({ from: 100, to: 102 }, 1000, 3)).toEqual([2, 3, 4, 100, 101]);
  expect(shownOf({ from: 100, to: 102 }, 1000, 102)).toEqual([100, 101, 102, 103]);
  expect(shownOf({ from: 100, to: 102 }, 1000, 999)).toEqual([100, 101, 998, 999]);
  expect(shownOf({ from: 8, to: 10 }, 1000, 0)).toEqual([0, 1, 8, 9]);
});
