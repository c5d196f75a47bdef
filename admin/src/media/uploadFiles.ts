import type { Purpose } from '../api/types.gen';
import { mediaPolicy } from './policy';
import { takes } from './purposes';
import { askPurpose } from './questions';
import type { UploadHandle } from './uploads/upload';
import { uploads } from './uploads/uploads';
import { typeOf } from './variants/sniff';

export interface UploadOptions {
  /** What the files are for; without it, the only purpose that takes them, else whoever sits there is asked once. */
  purpose?: string | undefined;
  /** The asset whose bytes the file replaces. */
  replaces?: string;
  /** Where the files go, somebody is asked what they show: the tray does not ask again. */
  asksThere?: boolean;
}

/**
 * Uploads files into the library; the tray shows how far they are. Answers a handle for each as soon as their purpose is
 * known; none where the question for it was closed.
 */
export async function uploadFiles(files: readonly File[], { purpose, replaces, asksThere = false }: UploadOptions = {}): Promise<UploadHandle[]> {
  if (files.length === 0) return [];
  const chosen = await purposeOf(files, purpose);
  return chosen ? uploads.add(files, { purpose: chosen, asksThere, ...(replaces === undefined ? {} : { replaces }) }) : [];
}

async function purposeOf(files: readonly File[], wanted: string | undefined): Promise<Purpose | null> {
  const { purposes } = mediaPolicy();
  const named = purposes.find(({ name }) => name === wanted);
  if (named) return named;
  const types = await Promise.all(files.map(typeOf));
  const fitting = purposes.filter((each) => types.some((type) => takes(each, type)));
  const offered = fitting.length > 0 ? fitting : purposes;
  return offered.length > 1 ? askPurpose(files.length, offered) : (offered[0] ?? null);
}

/** The files of a paste into a text or a field. What has words is words: office programs add a picture of them. */
export function pastedFiles(data: DataTransfer | null): File[] {
  return data?.types.includes('text/plain') ? [] : filesOf(data);
}

/** The files of a drop or a paste; none where it holds something else. */
export function filesOf(data: DataTransfer | null): File[] {
  return Array.from(data?.files ?? []);
}
