import type { Picture, Read } from './codec';
import type { Answer, Asked } from './messages';
import { readPicture } from './picture';
import { bitmapOfDrawing } from './drawing';

/** Reads pictures in a worker where the browser can, else on the page. */
export const read: Read = async (file) => {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return readPicture(file);
  const source = file.type === 'image/svg+xml' ? await bitmapOfDrawing(file) : file;
  return source && readIn((worker ??= new Asker()), source);
};

let worker: Asker | undefined;
let keys = 0;

async function readIn(asker: Asker, source: Blob | ImageBitmap): Promise<Picture | null> {
  const key = ++keys;
  const found = await asker.ask({ ask: 'read', key, source }, source instanceof Blob ? [] : [source]);
  if (found === null || typeof found !== 'object' || found instanceof Blob) return null;
  return {
    ...found,
    encode: async (mime, quality, scale) => {
      const bytes = await asker.ask({ ask: 'encode', key, mime, quality, scale });
      return bytes instanceof Blob ? bytes : null;
    },
    writes: async (mime) => (await asker.ask({ ask: 'writes', key, mime })) === true,
    close: () => void asker.ask({ ask: 'close', key }),
  };
}

interface Waiting {
  resolve: (value: Answer['value']) => void;
  reject: (error: Error) => void;
}

/** A worker that answers each question by its number. */
class Asker {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor() {
    this.worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.failed === undefined) asked?.resolve(data.value);
      else asked?.reject(new Error(data.failed));
    });
    this.worker.addEventListener('error', () => this.fail());
  }

  ask(question: Asked, transfer: Transferable[] = []): Promise<Answer['value']> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...question }, transfer);
    });
  }

  /** The worker is gone: a picture was too large for it, or its file was not found. The next picture gets a new one. */
  private fail(): void {
    worker = undefined;
    this.worker.terminate();
    this.waiting.forEach(({ reject }) => reject(new Error('The picture could not be processed.')));
    this.waiting.clear();
  }
}
