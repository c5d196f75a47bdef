import type { Purpose } from '../api/types.gen';

/** The mime types of which one fills a slot. */
export type Slot = readonly string[];

/** The slots of a purpose with their mime types in full, as the service reads them: webp is image/webp, jpg is image/jpeg. */
export function slotsOf({ required }: Pick<Purpose, 'required'>): Slot[] {
  return required.map((slot) => [...new Set(slot.split(',').map((mime) => expanded(mime.trim().toLowerCase())))]);
}

function expanded(mime: string): string {
  if (mime === 'jpg' || mime === 'image/jpg') return 'image/jpeg';
  return mime === '' || mime.includes('/') ? mime : `image/${mime}`;
}

/** Whether the slots of a purpose can all be filled from one file: a picture becomes other pictures, and everything else stays what it is. */
export function takes(purpose: Pick<Purpose, 'required'>, mime: string): boolean {
  return slotsOf(purpose).every((slot) => slot.includes(mime) || (isPicture(mime) && slot.some(isPicture)));
}

/** The purposes that a file may have. */
export function purposesFor(purposes: readonly Purpose[], mime: string): Purpose[] {
  return purposes.filter((each) => takes(each, mime));
}

export const isPicture = (mime: string) => mime.startsWith('image/');

/** What a file picker should offer for a purpose; any picture where one of its slots is a picture. */
export function acceptOf(purpose: Pick<Purpose, 'required'>): string {
  const mimes = slotsOf(purpose).flat();
  return [...new Set(mimes.map((mime) => (isPicture(mime) ? 'image/*' : mime)))].join(',');
}

/** From the one that most programs read. */
const readable = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml', 'image/avif'];

/** The form among those chosen that is the fallback: the picture that most programs read, else the first. */
export function primaryOf(mimes: readonly string[]): string | undefined {
  return readable.find((mime) => mimes.includes(mime)) ?? mimes[0];
}
