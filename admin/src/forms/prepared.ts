import type { Text } from '../api/types.gen';
import { languageName, wordsOf } from '../values/names';
import { resolved, typesOf, type Shape } from './shape';

export interface Preparation {
  /** A localized text in the reader's language. */
  text: (text: Text | undefined) => string;
  language: string;
  hidden: readonly string[];
  locked: readonly string[];
  uiSchema: Record<string, unknown> | null;
}

/**
 * A schema as the renderer wants it: every property with a title in the reader's language, null no type of its own, what
 * is not to be shown taken out, and shapes that no control fits left without a type, which gives them a JSON field.
 */
export function prepared(schema: Shape, preparation: Preparation): Shape {
  const { hidden, locked, uiSchema } = preparation;
  const widgets = (uiSchema?.['fields'] ?? {}) as Record<string, { widget?: string } | undefined>;
  const visible = Object.entries(schema.properties ?? {}).filter(([name]) => !hidden.includes(name));
  const properties = visible.map(([name, property]): [string, Shape] => {
    const widget = widgets[name]?.widget;
    const { title } = resolved(property, schema);
    return [name, { ...property, ...(title === undefined ? {} : { title }), ...(widget ? { 'x-widget': widget } : {}), ...(locked.includes(name) ? { readOnly: true } : {}) }];
  });
  const required = schema.required?.filter((name) => !hidden.includes(name)) ?? [];
  return plain({ ...schema, title: '', properties: Object.fromEntries(properties), required, type: 'object' }, '', preparation);
}

type Words = Pick<Preparation, 'text' | 'language'>;

function plain(shape: Shape, name: string, words: Words): Shape {
  const { text } = words;
  const { title, description, additionalProperties } = shape;
  const out: Shape = { ...shape, title: title === undefined ? wordsOf(name) : text(title) };
  delete out.nullable;
  delete out.type;
  delete out.additionalProperties;
  if (description !== undefined) out.description = text(description);
  const types = typesOf(shape);
  if (types.length === 1 && types[0] !== undefined && !isFree(shape, types[0])) out.type = types[0];
  if (typeof additionalProperties === 'object') out.additionalProperties = plain(additionalProperties, '', words);
  if (shape.properties) out.properties = mapped(shape.properties, words);
  if (shape.$defs) out.$defs = mapped(shape.$defs, words);
  if (shape.items) out.items = plain(shape.items, '', words);
  if (shape.oneOf) out.oneOf = shape.oneOf.map((branch) => plain(branch, '', words));
  if (shape.$ref !== undefined && title === undefined && name === '') delete out.title;
  if (shape['x-service-bind'] !== undefined) out.readOnly = true;
  return out;
}

function mapped(shapes: Record<string, Shape>, words: Words): Record<string, Shape> {
  const names = Object.keys(shapes);
  // An object from language to text has the languages for titles.
  const languages = names.length > 1 && names.every((name) => languageName(name, words.language) !== undefined);
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      const title = shape.title ?? (languages ? languageName(name, words.language) : undefined);
      return [name, plain(title === undefined ? shape : { ...shape, title }, name, words)];
    }),
  );
}

/** An object or a list of which nothing is said can only be written as JSON. */
function isFree(shape: Shape, type: string): boolean {
  if (type === 'array') return shape.items === undefined;
  return type === 'object' && !shape.properties && !shape.oneOf && typeof shape.additionalProperties !== 'object';
}
