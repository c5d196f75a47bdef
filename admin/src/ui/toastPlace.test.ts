import { expect, it } from 'vitest';

import { freePlace, overlap, type Box } from './toastPlace';

const sheet = (width: number, view: { width: number; height: number }): Box => ({ left: view.width - width, top: 0, width, height: view.height });
const dialog = (width: number, height: number, view: { width: number; height: number }): Box => ({ left: (view.width - width) / 2, top: (view.height - height) / 2, width, height });

const laptop = { width: 1280, height: 720 };
const tablet = { width: 900, height: 700 };
const phone = { width: 360, height: 740 };

it.each([
  ['beside a sheet', [sheet(440, laptop)], laptop],
  ['beside a wide sheet', [sheet(780, laptop)], laptop],
  ['narrower, beside a sheet of a tablet', [sheet(620, tablet)], tablet],
  ['above a dialog', [dialog(440, 300, laptop)], laptop],
  ['beside a tall dialog', [dialog(620, 690, laptop)], laptop],
  ['beside a question over a sheet', [sheet(620, laptop), dialog(440, 300, laptop)], laptop],
  ['above a dialog of a telephone', [dialog(328, 300, phone)], phone],
] as const)('there is a place %s', (_, layers, view) => {
  const place = freePlace(60, layers, view);
  expect(place).toBeDefined();
  if (!place) return;
  expect(layers.filter((layer) => overlap(place, layer))).toEqual([]);
  expect(place.left >= 0 && place.top >= 0 && place.left + place.width <= view.width && place.top + place.height <= view.height).toBe(true);
});

it.each([
  ['a sheet that is as wide as the window', [sheet(360, phone)], phone],
  ['a dialog that leaves no room', [dialog(1240, 690, laptop)], laptop],
] as const)('there is none over %s', (_, layers, view) => {
  expect(freePlace(60, layers, view)).toBeUndefined();
});
