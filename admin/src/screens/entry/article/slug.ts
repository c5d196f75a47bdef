import type { Collection } from '../../../api/types.gen';
import { typesOf, type Shape } from '../../../forms/shape';
import { without, type Data } from '../../../values/data';
import { propertiesIn } from '../../../values/schema';
import { isEmpty, stampedOf } from '../completeness';

const field = 'slug';

/** The words of a title as an address writes them: without accents, in lower case, joined by hyphens. "" where it has none of these letters. */
export function slugOf(title: string, most = 80): string {
  const plain = title.normalize('NFKD').replace(/\p{M}+/gu, '').replace(/['’]/g, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const whole = words.join('-');
  if (whole.length <= most) return whole;
  const cut = whole.slice(0, most + 1);
  return cut.slice(0, cut.includes('-') ? cut.lastIndexOf('-') : most);
}

/**
 * The data of an entry whose title has just become another one: its slug follows, as long as it is the slug of the title
 * before, or there is none. Nothing follows that the collection would refuse.
 */
export function withSlug(collection: Collection, data: Data, before: string, now: string): Data {
  const shape = propertiesIn<Shape>(collection.schema)[field];
  if (!shape || typesOf(shape)[0] !== 'string' || shape.enum || stampedOf(collection).includes(field) || before === now) return data;
  const most = shape.maxLength ?? 80;
  if (!isEmpty(data[field]) && data[field] !== slugOf(before, most)) return data;
  const slug = slugOf(now, most);
  if (slug === '' ? isEmpty(data[field]) : !fits(slug, shape.pattern)) return data;
  return slug === '' ? without(data, [field]) : { ...data, [field]: slug };
}

function fits(slug: string, pattern: string | undefined): boolean {
  try {
    return pattern === undefined || new RegExp(pattern, 'u').test(slug);
  } catch {
    return false;
  }
}
