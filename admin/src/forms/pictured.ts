import type { Collection } from '../api/types.gen';
import { mediaKind } from '../media/kinds';
import { controlFor } from './controls';
import type { Path } from './pointer';
import { eachValue } from './references';

/** A picture that an entry shows: in a field of its own, or in a text. */
export interface Pictured {
  path: Path;
  /** The asset of the library; undefined for a picture of elsewhere. */
  asset: string | undefined;
  alt: string;
}

/** How many are looked at. */
const most = 50;

/** The pictures of an entry, in the order of its fields, and of each text. What a field holds may turn out to be no picture. */
export function picturesIn({ schema }: Pick<Collection, 'schema'>, data: Record<string, unknown>): Pictured[] {
  const found: Pictured[] = [];
  eachValue(schema, data, (shape, value, path) => {
    if (typeof value !== 'string' || value === '') return false;
    const kind = mediaKind(shape);
    if (kind === 'any' || kind === 'image') found.push({ path, asset: value, alt: '' });
    const control = controlFor(shape);
    if (control === 'markdown') found.push(...inMarkdown(value).map((each) => ({ path, ...each })));
    if (control === 'richtext') found.push(...inHTML(value).map((each) => ({ path, ...each })));
    return true;
  });
  return found.slice(0, most);
}

type Shown = Omit<Pictured, 'path'>;

function shown(address: string, alt: string): Shown {
  return { asset: /^media:([\w-]+)$/.exec(address)?.[1], alt: alt.trim() };
}

/** What is quoted as code shows none. */
const code = /^( {0,3})(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\2[^\n]*(?=\n|$)|$)|(`+)[^`][\s\S]*?\3(?!`)/gm;

function inMarkdown(text: string): Shown[] {
  return [...text.replaceAll(code, '').matchAll(/!\[((?:[^\]\\]|\\.)*)\]\(\s*<?([^)\s>]+)/g)].map(([, alt = '', address = '']) => shown(address, alt));
}

function inHTML(text: string): Shown[] {
  const { body } = new DOMParser().parseFromString(text, 'text/html');
  return [...body.querySelectorAll('img')].map((each) => shown(each.getAttribute('src') ?? '', each.getAttribute('alt') ?? ''));
}
