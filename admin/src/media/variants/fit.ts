import type { Picture } from './codec';
import { PreparationFailure, type Done } from './made';

export interface Wish {
  mime: string;
  /** The most bytes that it may have. */
  most: number;
  /** Tried first, without any loss: where a picture of few colours gets smaller so. */
  lossless?: boolean;
  /** The form must not be larger because a smaller fallback is there. */
  below?: number;
}

export interface Fitted {
  bytes: Blob;
  done: Done;
}

/** The most pixels that the service takes. */
const mostPixels = 50_000_000;

const start: Partial<Record<string, number>> = { 'image/avif': 0.62 };
const usual = 0.82;
const step = 0.08;
/** Below that a smaller picture looks better than a worse one. */
const worst = 0.42;
const shrink = 0.8;
const smallest = 0.05;

/** Writes a picture as a form that fits: at the usual quality, else worse, else smaller too. */
export async function fitted(picture: Picture, wish: Wish): Promise<Fitted> {
  const limit = Math.min(wish.most, wish.below ?? wish.most);
  const lossless = wish.lossless ? await attempt(picture, wish.mime, 1, roomFor(picture)) : null;
  if (lossless && lossless.bytes.size <= limit) return lossless;
  for (let scale = roomFor(picture); scale >= smallest; scale *= shrink) {
    const found = await atQualities(picture, wish.mime, limit, scale);
    if (found) return found;
  }
  throw new PreparationFailure(limit < wish.most ? 'suspicious' : 'too-large', wish.mime, limit);
}

/** The part of its size at which a picture has no more pixels than the service takes. */
const roomFor = ({ width, height }: Picture) => Math.min(1, Math.sqrt(mostPixels / (width * height)));

async function atQualities(picture: Picture, mime: string, limit: number, scale: number): Promise<Fitted | undefined> {
  for (let quality = start[mime] ?? usual; quality >= worst; quality -= step) {
    const tried = await attempt(picture, mime, quality, scale);
    if (!tried) throw new PreparationFailure('no-encoder', mime);
    if (tried.bytes.size <= limit) return tried;
    if (!hasQuality(mime) || tried.bytes.size > limit * hopeless) return undefined;
  }
  return undefined;
}

/** So much too large, no quality above the worst helps. */
const hopeless = 5;

const hasQuality = (mime: string) => mime !== 'image/png';

async function attempt(picture: Picture, mime: string, quality: number, scale: number): Promise<Fitted | null> {
  const bytes = await picture.encode(mime, quality, scale);
  if (!bytes) return null;
  const { width, height } = picture;
  const smaller = scale < 1 ? { smaller: { width: Math.round(width * scale), height: Math.round(height * scale) } } : {};
  return { bytes, done: { how: 'encoded', ...(hasQuality(mime) ? { quality: Math.round(quality * 100) } : {}), ...smaller } };
}
