import { expect, it } from 'vitest';

import type { Picture, Read } from './codec';
import { prepare } from './prepare';

const png = '\x89PNG\r\n\x1a\n';
const file = (text: string, type: string) => new Blob([Uint8Array.from(text, (each) => each.charCodeAt(0))], { type });

/** A picture whose forms take so many bytes at full quality and size. */
function reader(weights: Record<string, number>, more: Partial<Picture> = {}): Read {
  return () =>
    Promise.resolve({
      width: 4000,
      height: 3000,
      transparent: false,
      writes: (mime) => Promise.resolve(mime in weights),
      encode: (mime, quality, scale) => {
        const weight = weights[mime];
        return Promise.resolve(weight === undefined ? null : new Blob([new Uint8Array(Math.round(weight * (mime === 'image/png' ? 1 : quality) * scale * scale))], { type: mime }));
      },
      close: () => undefined,
      ...more,
    });
}

const purpose = (required: string[], maxBytes: Record<string, number>) => ({ name: 'cover', required, maxBytes });
const both = purpose(['webp', 'jpeg'], { 'image/webp': 1000, 'image/jpeg': 1000 });
const facts = (made: Awaited<ReturnType<typeof prepare>>) => made.map(({ mimeType, role, bytes, done }) => ({ mimeType, role, size: bytes.size, ...done }));

it('a picture is made in a form for each slot, the fallback as the primary one', async () => {
  const made = await prepare(file(png, 'image/png'), both, reader({ 'image/webp': 400, 'image/jpeg': 600 }));
  expect(facts(made)).toEqual([
    { mimeType: 'image/jpeg', role: 'primary', size: 492, how: 'encoded', quality: 82 },
    { mimeType: 'image/webp', role: 'alternate', size: 400, how: 'encoded', quality: 100 },
  ]);
});

it('a form that is too large gets worse, and where that is not enough, smaller', async () => {
  const made = await prepare(file('\xff\xd8\xff\xe0', 'image/jpeg'), both, reader({ 'image/webp': 1300, 'image/jpeg': 3200 }));
  const [jpeg, webp] = facts(made);
  expect(jpeg).toMatchObject({ quality: 42, smaller: { width: 3200, height: 2400 } });
  expect(jpeg?.size).toBeLessThanOrEqual(1000);
  expect(webp).toMatchObject({ how: 'encoded', quality: 66 });
});

it('a newer form is never larger than its fallback', async () => {
  const made = await prepare(file(png, 'image/png'), both, reader({ 'image/webp': 900, 'image/jpeg': 600 }));
  const [jpeg, webp] = facts(made);
  expect(webp?.size).toBeLessThanOrEqual(jpeg?.size ?? 0);
});

it('what shines through does not become JPEG where a slot has another form', async () => {
  const made = await prepare(file('GIF8', 'image/gif'), purpose(['jpeg,png'], { 'image/jpeg': 900, 'image/png': 900 }), reader({ 'image/jpeg': 500, 'image/png': 700 }, { transparent: true }));
  expect(facts(made)).toMatchObject([{ mimeType: 'image/png', role: 'primary' }]);
});

it('a slot is filled with the first of its forms that the browser writes', async () => {
  const made = await prepare(file(png, 'image/png'), purpose(['avif,webp'], { 'image/avif': 900, 'image/webp': 900 }), reader({ 'image/webp': 500 }));
  expect(facts(made)).toMatchObject([{ mimeType: 'image/webp' }]);
});

it('a file that is no picture goes as it is', async () => {
  const made = await prepare(file('%PDF-1.7', 'text/plain'), purpose(['application/pdf'], { 'application/pdf': 900 }), reader({}));
  expect(facts(made)).toEqual([{ mimeType: 'application/pdf', role: 'primary', size: 8, how: 'as-is' }]);
});

it.each([
  ['is empty', file('', 'image/png'), both, 'empty'],
  ['cannot be written', file(png, 'image/png'), purpose(['avif'], { 'image/avif': 900 }), 'no-encoder'],
  ['no slot takes', file('%PDF-', ''), both, 'no-slot'],
  ['is too large and stays what it is', file('%PDF-1.7', ''), purpose(['application/pdf'], { 'application/pdf': 3 }), 'too-large'],
])('what %s is said before anything is sent', async (_, given, asked, reason) => {
  await expect(prepare(given, asked, reader({ 'image/jpeg': 10, 'image/webp': 10 }))).rejects.toMatchObject({ reason });
});

it('what the browser does not read is said', async () => {
  await expect(prepare(file('....ftypheic', 'image/heic'), both, () => Promise.resolve(null))).rejects.toMatchObject({ reason: 'unreadable', mimeType: 'image/heic' });
});
