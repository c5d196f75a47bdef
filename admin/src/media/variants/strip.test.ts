import { expect, it } from 'vitest';

import { stripped } from './strip';

const ascii = (text: string) => Array.from(text, (each) => each.charCodeAt(0));
const segment = (kind: number, body: number[]) => [0xff, kind, (body.length + 2) >> 8, (body.length + 2) & 255, ...body];
/** EXIF of one entry: which side is up. */
const exif = (orientation: number) => segment(0xe1, [...ascii('Exif\0\0II'), 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, ...ascii('GPS')]);
const scan = [...segment(0xda, [1, 2, 3]), 7, 0xff, 0x00, 0xff, 0xd3, 8, 0xff, 0xd9];
const jpeg = (...parts: number[][]) => new Uint8Array([0xff, 0xd8, ...parts.flat(), ...scan]);
const bytes = async (blob: Blob | undefined) => blob && new Uint8Array(await blob.arrayBuffer());

it('a JPEG loses what it tells of place, camera and editor, and keeps its colours', async () => {
  const profile = segment(0xe2, ascii('ICC_PROFILE\0..'));
  const adobe = segment(0xee, ascii('Adobe'));
  const file = jpeg(segment(0xe0, ascii('JFIF\0')), exif(1), segment(0xe1, ascii('http://ns.adobe.com/xap/1.0/\0')), profile, segment(0xe2, ascii('MPF\0')), adobe, segment(0xfe, ascii('by me')));
  expect(await bytes(stripped('image/jpeg', file))).toEqual(jpeg(segment(0xe0, ascii('JFIF\0')), profile, adobe));
});

it('what stands behind a JPEG goes too: it may be another picture, with a place of its own', async () => {
  const file = new Uint8Array([...jpeg(), ...jpeg(exif(1))]);
  expect(await bytes(stripped('image/jpeg', file))).toEqual(jpeg());
});

it('a JPEG that is turned by what would be taken away is made anew', () => {
  expect(stripped('image/jpeg', jpeg(exif(6)))).toBeUndefined();
});

it('a JPEG that ends before its picture is made anew', () => {
  expect(stripped('image/jpeg', jpeg(exif(1)).slice(0, 12))).toBeUndefined();
});

const chunk = (kind: string, body: number[] = []) => [0, 0, 0, body.length, ...ascii(kind), ...body, 1, 2, 3, 4];
const png = (...chunks: number[][]) => new Uint8Array([...ascii('\x89PNG\r\n\x1a\n'), ...chunks.flat()]);

it('a PNG loses its texts', async () => {
  const file = png(chunk('IHDR', [1]), chunk('tEXt', ascii('Author')), chunk('iTXt'), chunk('IDAT', [9]), chunk('IEND'), ascii('more'));
  expect(await bytes(stripped('image/png', file))).toEqual(png(chunk('IHDR', [1]), chunk('IDAT', [9]), chunk('IEND')));
});

it('a PNG that says which side is up is made anew', () => {
  expect(stripped('image/png', png(chunk('IHDR'), chunk('eXIf'), chunk('IEND')))).toBeUndefined();
});

const webp = (...chunks: number[][]) => {
  const body = [...ascii('WEBP'), ...chunks.flat()];
  return new Uint8Array([...ascii('RIFF'), body.length, 0, 0, 0, ...body]);
};
const piece = (kind: string, body: number[]) => [...ascii(kind), body.length, 0, 0, 0, ...body];

it('a WebP without a word about itself stays, one with it is made anew', async () => {
  const plain = webp(piece('VP8 ', [1, 2]));
  expect(await bytes(stripped('image/webp', plain))).toEqual(plain);
  expect(stripped('image/webp', webp(piece('VP8X', [8, 0]), piece('EXIF', [1, 2])))).toBeUndefined();
});

it('other forms are made anew', () => {
  expect(stripped('image/avif', new Uint8Array(40))).toBeUndefined();
});
