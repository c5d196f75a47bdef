import type { Picture } from './codec';

/** Reads a picture, upright: in a worker, or on the page where that cannot. null where the browser does not read the form. */
export async function readPicture(file: Blob): Promise<Picture | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  return bitmap && pictureOf(bitmap, file.type !== 'image/jpeg');
}

/** A bitmap that can be written in other forms. `mayShine`: its form knows transparency. */
export function pictureOf(bitmap: ImageBitmap, mayShine: boolean): Picture {
  const { width, height } = bitmap;
  return {
    width,
    height,
    transparent: mayShine && shines(bitmap),
    encode: (mime, quality, scale) => encode(drawn(bitmap, scale, mime), mime, quality),
    writes,
    close: () => bitmap.close(),
  };
}

async function writes(mime: string): Promise<boolean> {
  const canvas = canvasOf(1, 1);
  brushOf(canvas).fillRect(0, 0, 1, 1); // what was never drawn on is not written
  return (await encode(canvas, mime, 0.5)) !== null;
}

type Canvas = OffscreenCanvas | HTMLCanvasElement;

function canvasOf(width: number, height: number): Canvas {
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(size.width, size.height);
  return Object.assign(document.createElement('canvas'), size);
}

type Brush = Pick<CanvasRenderingContext2D, 'drawImage' | 'fillRect' | 'fillStyle' | 'getImageData' | 'imageSmoothingQuality'>;

function brushOf(canvas: Canvas): Brush {
  const brush = canvas.getContext('2d') as Brush | null;
  if (!brush) throw new Error('The browser has no canvas to draw on.');
  return brush;
}

/** The picture on a canvas of its size, made smaller; on white where the form knows no transparency. */
function drawn(bitmap: ImageBitmap, scale: number, mime: string): Canvas {
  const canvas = canvasOf(bitmap.width * scale, bitmap.height * scale);
  const brush = brushOf(canvas);
  brush.imageSmoothingQuality = 'high';
  if (mime === 'image/jpeg') {
    brush.fillStyle = '#fff';
    brush.fillRect(0, 0, canvas.width, canvas.height);
  }
  brush.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A browser that does not write a form writes PNG in its place. */
async function encode(canvas: Canvas, mime: string, quality: number): Promise<Blob | null> {
  const blob = await written(canvas, mime, quality).catch(() => null);
  return blob?.type === mime ? blob : null;
}

function written(canvas: Canvas, mime: string, quality: number): Promise<Blob | null> {
  if (!('toBlob' in canvas)) return canvas.convertToBlob({ type: mime, quality });
  return new Promise((resolve) => canvas.toBlob(resolve, mime, quality));
}

/** How large a picture is looked at to see whether something shines through. */
const looked = 128;

function shines(bitmap: ImageBitmap): boolean {
  const canvas = canvasOf(looked, looked);
  const brush = brushOf(canvas);
  brush.drawImage(bitmap, 0, 0, looked, looked);
  const { data } = brush.getImageData(0, 0, looked, looked);
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return true;
  return false;
}
