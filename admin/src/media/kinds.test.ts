import { expect, it } from 'vitest';

import { isOfKind, listedKind, mediaKind } from './kinds';

it.each([
  [{ 'x-mcp-hint': 'media-image' }, 'image'],
  [{ 'x-mcp-hint': 'media-image', 'x-service-ref': 'media_assets' }, 'image'],
  [{ 'x-mcp-hint': 'media-file' }, 'file'],
  [{ 'x-mcp-hint': 'media' }, 'any'],
  [{ 'x-mcp-hint': 'media-model' }, 'any'],
  [{ 'x-service-ref': 'media_assets' }, 'any'],
  [{ 'x-mcp-hint': 'mediaeval' }, undefined],
  [{ 'x-service-ref': 'authors' }, undefined],
  [undefined, undefined],
])('what is said of a property (%j) limits what it names: %s', (schema, kind) => {
  expect(mediaKind(schema)).toBe(kind);
});

it('a list says it of itself or of its items', () => {
  expect(listedKind({ 'x-mcp-hint': 'media-image' })).toBe('image');
  expect(listedKind({ items: { 'x-mcp-hint': 'media-video' } })).toBe('video');
  expect(listedKind({ items: {} })).toBeUndefined();
});

it.each([
  ['image', 'image/png', true],
  ['image', 'video/mp4', false],
  ['file', 'application/pdf', true],
  ['file', 'image/png', false],
  ['any', 'audio/mpeg', true],
] as const)('%s takes %s: %s', (kind, mime, fits) => {
  expect(isOfKind(kind, mime)).toBe(fits);
});
