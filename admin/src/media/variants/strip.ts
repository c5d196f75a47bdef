import { Bytes } from './bytes';

/**
 * A picture without what it tells beside itself (place, camera, names), the picture untouched. undefined where that cannot be
 * had without making it anew: the bytes are broken, of another kind, or what is taken away says which side is up.
 */
export function stripped(mime: string, file: Uint8Array<ArrayBuffer>): Blob | undefined {
  const parts = strippers[mime]?.(new Bytes(file));
  return parts && new Blob(parts, { type: mime });
}

type Parts = Uint8Array<ArrayBuffer>[] | undefined;

const strippers: Partial<Record<string, (bytes: Bytes) => Parts>> = { 'image/jpeg': jpeg, 'image/png': png, 'image/webp': webp };

const marker = { exif: 0xe1, startOfScan: 0xda, endOfPicture: 0xd9, first: 0xe0, last: 0xef, comment: 0xfe, icc: 0xe2, adobe: 0xee } as const;

/** Takes the application segments and comments from a JPEG, but for the profile of its colours and what Adobe says of them. */
function jpeg(bytes: Bytes): Parts {
  const kept: Uint8Array<ArrayBuffer>[] = [bytes.part(0, 2)];
  for (let at = 2; at + 4 <= bytes.length; ) {
    const kind = bytes.u8(at + 1);
    const length = bytes.u16(at + 2);
    if (bytes.u8(at) !== 0xff || length < 2) return undefined;
    if (kind === marker.startOfScan) return [...kept, bytes.part(at, endOfPicture(bytes, at))];
    if (kind === marker.exif && orientation(bytes, at + 4) !== upright) return undefined;
    if (!isToldBeside(kind, bytes.text(at + 4, 11))) kept.push(bytes.part(at, at + 2 + length));
    at += 2 + length;
  }
  return undefined;
}

/** Where a picture ends whose scans begin there: phones put other pictures behind it, each with a place of its own. */
function endOfPicture(bytes: Bytes, scan: number): number {
  for (let at = scan + 2 + bytes.u16(scan + 2); at + 1 < bytes.length; ) {
    const kind = bytes.u8(at) === 0xff ? bytes.u8(at + 1) : 0;
    if (kind === marker.endOfPicture) return at + 2;
    // Within a scan: a byte, one that is escaped, or a restart.
    if (kind === 0 || kind === 0xff || (kind >= 0xd0 && kind <= 0xd7)) at++;
    else at += 2 + bytes.u16(at + 2);
  }
  return bytes.length;
}

function isToldBeside(kind: number, name: string): boolean {
  if (kind === marker.first || kind === marker.adobe) return false;
  if (kind === marker.icc) return name !== 'ICC_PROFILE';
  return kind === marker.comment || (kind > marker.first && kind <= marker.last);
}

const upright = 1;

/** Which side of the picture is up, in the words of EXIF, whose segment begins there. */
function orientation(bytes: Bytes, at: number): number {
  if (bytes.text(at, 6) !== 'Exif\0\0') return upright;
  const tiff = at + 6;
  const little = bytes.text(tiff, 2) === 'II';
  const directory = tiff + bytes.u32(tiff + 4, little);
  for (let i = 0; i < bytes.u16(directory, little); i++) {
    const entry = directory + 2 + i * 12;
    if (bytes.u16(entry, little) === 0x0112) return bytes.u16(entry + 8, little);
  }
  return upright;
}

/** The chunks that a PNG needs to look as it does. */
const pngChunks = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'bKGD', 'pHYs', 'acTL', 'fcTL', 'fdAT'];

function png(bytes: Bytes): Parts {
  const kept: Uint8Array<ArrayBuffer>[] = [bytes.part(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const kind = bytes.text(at + 4, 4);
    const end = at + 12 + bytes.u32(at);
    if (end > bytes.length || kind === 'eXIf') return undefined;
    if (pngChunks.includes(kind)) kept.push(bytes.part(at, end));
    if (kind === 'IEND') return kept;
    at = end;
  }
  return undefined;
}

/** A WebP that tells of itself is made anew: its head would have to say that it no longer does. */
function webp(bytes: Bytes): Parts {
  const end = 8 + bytes.u32(4, true);
  if (bytes.text(0, 4) !== 'RIFF' || end > bytes.length) return undefined;
  for (let at = 12; at + 8 <= end; ) {
    if (['EXIF', 'XMP '].includes(bytes.text(at, 4))) return undefined;
    const length = bytes.u32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return [bytes.part(0, end)];
}
