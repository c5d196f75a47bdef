import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { layoutOf, layoutsOf, pictureField } from './layout';

const of = (properties: object) => ({ name: 'posts', list: { primaryField: '', columns: ['photo'] }, schema: { properties } }) as unknown as Collection;
const cover = { type: 'string', 'x-mcp-hint': 'media-image' };

it('an entry is pictured by its first property that names a picture', () => {
  expect(pictureField(of({ sound: { type: 'string', 'x-mcp-hint': 'media-audio' }, cover, photo: cover }))).toBe('cover');
  expect(pictureField(of({ file: { type: 'string', 'x-service-ref': 'media_assets' } }))).toBe('file');
});

it('a list of pictures and a text that names none picture nothing', () => {
  expect(pictureField(of({ pictures: { type: 'array', items: cover }, slug: { type: 'string' } }))).toBeUndefined();
});

it('a layout is what the address says, where the collection takes it', () => {
  expect(layoutOf({ layout: 'gallery' }, of({ cover }))).toBe('gallery');
  expect(layoutOf({ layout: 'gallery' }, of({ slug: { type: 'string' } }))).toBe('table');
  expect(layoutOf({ layout: 'waterfall' }, of({ cover }))).toBe('table');
  expect(layoutsOf(of({ slug: { type: 'string' } }))).toEqual(['table', 'calendar']);
});
