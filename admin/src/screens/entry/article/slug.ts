import type { Collection } from '../../../api/types.gen';
import { typesOf, type Shape } from '../../../forms/shape';
import { asTyped, fits, slugOf } from '../../../forms/slug';
import { without, type Data } from '../../../values/data';
import { propertiesIn } from '../../../values/schema';
import { isEmpty, stampedOf } from '../completeness';

const field = 'slug';

/** What a slug made of a title must be like; undefined where none is made. */
export function slugShape(collection: Collection): Shape | undefined {
  const shape = propertiesIn<Shape>(collection.schema)[field];
  return shape && typesOf(shape)[0] === 'string' && !shape.enum && !stampedOf(collection).includes(field) ? shape : undefined;
}

/**
 * The data of an entry whose title has just become another one: its slug follows, as long as it is the slug of the title
 * before, or there is none. Nothing follows that the collection would refuse.
 */
export const withSlug = (collection: Collection, data: Data, before: string, now: string): Data => (before === now ? data : following(collection, data, now, (most) => [slugOf(before, most)]));

/** The same once the letters of a title can be written in Latin ones, which they could not while it was typed on from `before`. */
export const withLateSlug = (collection: Collection, data: Data, before: string, now: string): Data => following(collection, data, now, (most) => [slugOf(before, most), slugOf(now, most, asTyped)]);

function following(collection: Collection, data: Data, title: string, made: (most: number) => readonly string[]): Data {
  const shape = slugShape(collection);
  if (!shape) return data;
  const most = shape.maxLength ?? 80;
  if (!isEmpty(data[field]) && !made(most).some((each) => each === data[field])) return data;
  const slug = slugOf(title, most);
  if (slug === '' ? isEmpty(data[field]) : slug === data[field] || !fits(slug, shape.pattern)) return data;
  return slug === '' ? without(data, [field]) : { ...data, [field]: slug };
}
