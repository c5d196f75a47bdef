import type { Collection } from '../../../api/types.gen';
import { typesOf, type Shape } from '../../../forms/shape';
import { fits, isSlugOf, slugOf } from '../../../forms/slug';
import { without, type Data } from '../../../values/data';
import { propertiesIn } from '../../../values/schema';
import { isEmpty, stampedOf } from '../completeness';

const field = 'slug';

/**
 * The data of an entry whose title has just become another one: its slug follows, as long as it is the slug of the title
 * before, or there is none. Nothing follows that the collection would refuse.
 */
export function withSlug(collection: Collection, data: Data, before: string, now: string): Data {
  const shape = propertiesIn<Shape>(collection.schema)[field];
  if (!shape || typesOf(shape)[0] !== 'string' || shape.enum || stampedOf(collection).includes(field) || before === now) return data;
  const most = shape.maxLength ?? 80;
  if (!isEmpty(data[field]) && !isSlugOf(data[field], before, most)) return data;
  const slug = slugOf(now, most);
  if (slug === '' ? isEmpty(data[field]) : !fits(slug, shape.pattern)) return data;
  return slug === '' ? without(data, [field]) : { ...data, [field]: slug };
}
