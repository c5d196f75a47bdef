import type { Collection } from '../api/types.gen';
import { listedKind, mediaKind, type MediaKind } from '../media/kinds';
import { isTexts } from '../values/data';
import { controlFor } from './controls';
import type { Path } from './pointer';
import { eachValue } from './references';
import { isMediaList, resolved, type Shape } from './shape';

/** A picture that an entry shows: in a field of its own, or in a text. */
export interface Pictured {
  path: Path;
  /** The asset of the library; undefined for a picture of elsewhere. */
  asset: string | undefined;
  /** What is said of it there; a field says nothing. */
  alt: string | undefined;
}

/** The pictures of an entry, in the order of its fields, and of each text. What a field holds may turn out to be no picture. */
export async function picturesIn({ schema }: Pick<Collection, 'schema'>, data: Record<string, unknown>): Promise<Pictured[]> {
  const root: Shape = schema;
  const found: Promise<Pictured[]>[] = [];
  const add = (asset: string, path: Path) => found.push(Promise.resolve([{ path, asset, alt: undefined }]));
  eachValue(root, data, (shape, value, path) => {
    if (Array.isArray(value) && isTexts(value) && isMediaList(shape, root)) {
      const kind = listedKind({ ...shape, items: resolved(shape.items ?? {}, root) });
      if (showsPictures(kind)) value.forEach((asset, i) => add(asset, [...path, i]));
      return true;
    }
    if (typeof value !== 'string' || value === '') return false;
    if (showsPictures(mediaKind(shape))) add(value, path);
    const read = { markdown: inMarkdown, richtext: inHTML }[controlFor(shape) as string];
    if (read) found.push(read(value).then((all) => all.map(({ src, alt }) => ({ path, asset: assetAt(src), alt: alt.trim() }))));
    return true;
  });
  return (await Promise.all(found)).flat();
}

const showsPictures = (kind: MediaKind | undefined) => kind === 'any' || kind === 'image';

const assetAt = (address: string): string | undefined => /^media:([\w-]+)$/.exec(address)?.[1];

interface Shown {
  src: string;
  alt: string;
}

async function inMarkdown(text: string): Promise<Shown[]> {
  if (!text.includes('![')) return [];
  const { imagesIn } = await import('../prose/markdown/images');
  return imagesIn(text);
}

function inHTML(text: string): Promise<Shown[]> {
  const { body } = new DOMParser().parseFromString(text, 'text/html');
  return Promise.resolve([...body.querySelectorAll('img')].map((each) => ({ src: each.getAttribute('src') ?? '', alt: each.getAttribute('alt') ?? '' })));
}
