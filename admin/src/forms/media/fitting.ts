import { isOfKind, type MediaKind } from '../../media/kinds';
import { typeOf } from '../../media/variants/sniff';

/** Those files that a field takes by their kind and its room, and why others were left out. */
export async function fitting(files: readonly File[], kind: MediaKind, room: number): Promise<{ taken: File[]; left: 'kind' | 'room' | undefined }> {
  const types = await Promise.all(files.map(typeOf));
  const fit = files.filter((_, i) => isOfKind(kind, types[i] ?? ''));
  return { taken: fit.slice(0, room), left: fit.length < files.length ? 'kind' : fit.length > room ? 'room' : undefined };
}
