import type { Collection } from '../../../api/types.gen';
import { controlFor } from '../../../forms/controls';
import { typesOf, type Shape } from '../../../forms/shape';
import { propertiesIn } from '../../../values/schema';
import { propertiesOf } from '../completeness';

/** What a collection is written in: the field of its title, that of its text, further long texts, and the others. */
export interface Writing {
  title: string;
  body: string;
  /** They stand below the text: a rail is too narrow for them. */
  texts: readonly string[];
  others: readonly string[];
}

/** The fields that may be a title, before others. */
const titles = ['title', 'name', 'headline'];

/** The field of one line that is the title of an entry; undefined where there is none. */
export function titleFieldOf(collection: Collection): string | undefined {
  const shapes = propertiesIn<Shape>(collection.schema);
  const isLine = (name: string) => {
    const shape = shapes[name];
    return shape !== undefined && typesOf(shape)[0] === 'string' && ['text', 'textarea'].includes(controlFor(shape));
  };
  return [collection.list.primaryField, ...titles].find((name) => titles.includes(name) && isLine(name));
}

/** How a collection is written: one with a title in one line and a long text has a page for writing; the first is the text, as it is of a public page (decisions 232, 340). */
export function writingOf(collection: Collection): Writing | undefined {
  const shapes = propertiesIn<Shape>(collection.schema);
  const fields = propertiesOf(collection);
  const texts = fields.filter((name) => {
    const shape = shapes[name];
    return shape !== undefined && typesOf(shape)[0] === 'string' && ['markdown', 'richtext'].includes(controlFor(shape));
  });
  const title = titleFieldOf(collection);
  const [body, ...further] = texts;
  if (title === undefined || body === undefined) return undefined;
  return { title, body, texts: further, others: fields.filter((name) => name !== title && !texts.includes(name)) };
}
