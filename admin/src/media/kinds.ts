import { mediaTypes, type MediaType } from '../api/media';

/** What a property that names assets may name. */
export type MediaKind = MediaType | 'any';

interface Said {
  'x-mcp-hint'?: string;
  'x-service-ref'?: string;
  items?: Said;
}

/** What a property may name by what is said of it; undefined where it names no asset. `media-image` is a picture, `media` anything. */
export function mediaKind(schema: Said | undefined): MediaKind | undefined {
  const [, of] = /^media(?:-(\w+))?$/.exec(schema?.['x-mcp-hint'] ?? '') ?? [];
  const type = mediaTypes.find((each) => each === of);
  if (type) return type;
  const isMedia = schema?.['x-service-ref'] === 'media_assets' || /^media(-|$)/.test(schema?.['x-mcp-hint'] ?? '');
  return isMedia ? 'any' : undefined;
}

/** The same of a list, which says it of itself or of its items. */
export const listedKind = (schema: Said | undefined) => mediaKind(schema?.items) ?? mediaKind(schema);

/** The kind of a file, as the service tells them apart. */
export function kindOfType(mime: string): MediaType {
  const [major = ''] = mime.split('/');
  return mediaTypes.find((each) => each === major) ?? 'file';
}

/** Whether a file is of a kind. */
export const isOfKind = (kind: MediaKind, mime: string) => kind === 'any' || kindOfType(mime) === kind;
