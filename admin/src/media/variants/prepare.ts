import type { Purpose } from '../../api/types.gen';
import { isPicture, primaryOf, slotsOf, type Slot } from '../purposes';
import type { Picture, Read } from './codec';
import { fitted, type Fitted } from './fit';
import { PreparationFailure, type Made } from './made';
import { sha256 } from './sha256';
import { typeOf } from './sniff';
import { stripped } from './strip';

/**
 * Makes of a file what the slots of its purpose ask for: one form each, within its bytes, the fallback as the primary one.
 * A form that is newer than the fallback never gets larger than that (decision 169). Throws PreparationFailure.
 */
export async function prepare(file: Blob, purpose: Purpose, read: Read): Promise<Made[]> {
  if (file.size === 0) throw new PreparationFailure('empty', file.type);
  const source = new Source(file, await typeOf(file), read);
  try {
    return await formsOf(source, purpose);
  } finally {
    source.close();
  }
}

async function formsOf(source: Source, purpose: Purpose): Promise<Made[]> {
  const slots = slotsOf(purpose);
  const mimes = await Promise.all(slots.map((slot) => source.choose(slot)));
  const primary = primaryOf(mimes);
  const made = new Map<string, Fitted>();
  for (const mime of fallbackFirst(mimes, primary)) {
    const fallback = primary === undefined ? undefined : made.get(primary);
    made.set(mime, await source.form(mime, purpose.maxBytes[mime] ?? Infinity, isModern(mime) ? fallback?.bytes.size : undefined));
  }
  return Promise.all(
    [...made].map(async ([mimeType, { bytes, done }]): Promise<Made> => {
      const sum = await sha256(bytes);
      return { mimeType, role: mimeType === primary ? 'primary' : 'alternate', bytes, done, ...(sum === undefined ? {} : { sha256: sum }) };
    }),
  );
}

const fallbackFirst = (mimes: readonly string[], primary: string | undefined) => [...mimes].sort((a, b) => Number(b === primary) - Number(a === primary));

/** The forms that are there to be smaller than a fallback. */
const isModern = (mime: string) => mime === 'image/webp' || mime === 'image/avif';

/** A file, and the picture in it, which is read when it is asked for. */
class Source {
  private reading: Promise<Picture> | undefined;

  constructor(
    private readonly file: Blob,
    private readonly type: string,
    private readonly read: Read,
  ) {}

  /** Which of a slot's mime types this file fills it with: its own, else the first that this browser writes. */
  async choose(slot: Slot): Promise<string> {
    if (slot.includes(this.type)) return this.type;
    const pictures = slot.filter(isPicture);
    if (!isPicture(this.type) || pictures.length === 0) throw new PreparationFailure('no-slot', this.type);
    const picture = await this.picture();
    const writable = await Promise.all(pictures.map(async (mime) => ((await picture.writes(mime)) ? [mime] : [])));
    const [first, ...others] = writable.flat();
    if (first === undefined) throw new PreparationFailure('no-encoder', slot.join(', '));
    return picture.transparent && first === 'image/jpeg' ? (others[0] ?? first) : first;
  }

  async form(mime: string, most: number, below: number | undefined): Promise<Fitted> {
    const own = mime === this.type ? await this.asItIs() : undefined;
    if (own && own.bytes.size <= Math.min(most, below ?? most)) return own;
    if (!isPicture(mime) || drawn.includes(mime)) throw new PreparationFailure('too-large', mime, most);
    const lossless = this.type === 'image/png' && mime === 'image/webp';
    return fitted(await this.picture(), { mime, most, lossless, ...(below === undefined ? {} : { below }) });
  }

  /** The bytes of the file, without what a picture tells beside itself; undefined where it has to be made anew. */
  private async asItIs(): Promise<Fitted | undefined> {
    if (!isPicture(this.type) || drawn.includes(this.type)) return { bytes: typed(this.file, this.type), done: { how: 'as-is' } };
    const bytes = stripped(this.type, new Uint8Array(await this.file.arrayBuffer()));
    if (bytes) return { bytes, done: { how: bytes.size === this.file.size ? 'as-is' : 'stripped' } };
    // AVIF where this browser reads it and cannot write it: the service looks whether it tells a place.
    const picture = await this.picture();
    return (await picture.writes(this.type)) ? undefined : { bytes: typed(this.file, this.type), done: { how: 'as-is' } };
  }

  private picture(): Promise<Picture> {
    return (this.reading ??= this.read(typed(this.file, this.type)).then((picture) => {
      if (!picture) throw new PreparationFailure('unreadable', this.type);
      return picture;
    }));
  }

  close(): void {
    void this.reading?.then((picture) => picture.close()).catch(() => undefined);
  }
}

/** Pictures that would lose what they are: lines, and movement. */
const drawn = ['image/svg+xml', 'image/gif'];

const typed = (file: Blob, mime: string) => (file.type === mime ? file : file.slice(0, file.size, mime));
