import { expect, it } from 'vitest';

import { failureOf } from '../../api/failure';
import type { SiteSettings } from '../../api/types.gen';
import { change, faulty, rebase, unusual } from './changes';

const stored: SiteSettings = { brand: 'Desk', title: 'Tea', description: '', ga4MeasurementId: 'G-1', facebookPixelId: '' };

it('only what differs is a change', () => {
  let changes = change({}, stored, 'title', 'Teas');
  expect(changes).toEqual({ title: 'Teas' });
  changes = change(changes, stored, 'ga4MeasurementId', '');
  expect(changes).toEqual({ title: 'Teas', ga4MeasurementId: '' });
  changes = change(changes, stored, 'title', 'Tea');
  expect(changes).toEqual({ ga4MeasurementId: '' });
});

it('what was saved meanwhile is no change, what was typed stays', () => {
  expect(rebase({ title: 'Teas', brand: 'Office' }, { ...stored, title: 'Teas' })).toEqual({ brand: 'Office' });
});

it('a refusal is shown at its field, and another above the form', () => {
  const refusal = (path: string) => failureOf(400, { ok: false, diagnostic: { code: 'INPUT_VALIDATION_FAILED', path, message: 'No.' } });
  expect(faulty(refusal('input#/title'), stored)).toBe('title');
  expect(faulty(refusal('input#/origin'), stored)).toBeUndefined();
  expect(faulty(refusal('input#'), stored)).toBeUndefined();
  expect(faulty(null, stored)).toBeUndefined();
});

it('a value of an unusual form is advised about', () => {
  expect(unusual('title', ' ')).toBe('title');
  expect(unusual('ga4MeasurementId', 'foo')).toBe('ga4MeasurementId');
  expect(unusual('facebookPixelId', 'abc')).toBe('facebookPixelId');
  expect(unusual('title', 'Tea')).toBeUndefined();
  expect(unusual('brand', '')).toBeUndefined();
  for (const id of ['', 'G-AB12CD34EF']) expect(unusual('ga4MeasurementId', id)).toBeUndefined();
  for (const id of ['', '123']) expect(unusual('facebookPixelId', id)).toBeUndefined();
});
