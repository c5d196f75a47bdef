import { isObject } from '../values/data';
import { constantOf } from './branches';
import { resolved, type Shape } from './shape';

/** Up to this many characters of a text tell an item from the others. */
const most = 90;

/** The words that tell an item from the others while it is folded: what names it, or what there is. */
export function wordsIn(value: unknown, shape: Shape, root: Shape): string {
  if (!isObject(value)) return isShort(value) ? plainText(value) : '';
  const constant = (name: string) => constantOf(resolved(shape.properties?.[name] ?? {}, root)) !== undefined;
  const named = ['title', 'name', 'label', 'heading', 'slug', 'sku', 'id'].filter((name) => !constant(name)).map((name) => value[name]).find(isShort);
  const texts = Object.entries(value).filter(([name, each]) => isShort(each) && !constant(name) && !isReference(shape, name, root));
  const shown = named === undefined ? texts.map(([, each]) => each).slice(0, 2) : [named];
  return shown.map(plainText).filter(Boolean).join(' · ');
}

/** What a reference holds tells nothing to a person. */
function isReference(shape: Shape, name: string, root: Shape): boolean {
  const member = resolved(shape.properties?.[name] ?? {}, root);
  return member['x-service-ref'] !== undefined || (member['x-mcp-hint']?.startsWith('media') ?? false);
}

const isShort = (value: unknown): value is string | number => (typeof value === 'string' && value !== '') || typeof value === 'number';

/** A text without its markup, cut where it is long. */
function plainText(value: unknown): string {
  const text = String(value).slice(0, 400).replaceAll(/<[^>]*>?|!?\[([^\]]*)\]\([^)]*\)|[*_`#>|]+/g, ' $1').replaceAll(/\s+/g, ' ').trim();
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
