import type { Text } from '../api/types.gen';
import { languageName, wordsOf } from '../values/names';
import { resolved, typeOf, typesOf, type Shape } from './shape';

export interface Preparation {
  /** A localized text in the reader's language. */
  text: (text: Text | undefined) => string;
  language: string;
  hidden: readonly string[];
  uiSchema: Record<string, unknown> | null;
}

/**
 * A schema as the renderer wants it: every property with a title in the reader's language, null no type of its own, what
 * is not to be shown taken out, and shapes that no control fits left without a type, which gives them a JSON field.
 */
export function prepared(schema: Shape, preparation: Preparation): Shape {
  const { hidden, uiSchema } = preparation;
  const fields = (uiSchema?.['fields'] ?? {}) as Record<string, { widget?: string; group?: Text; width?: string } | undefined>;
  const visible = Object.entries(schema.properties ?? {}).filter(([name]) => !hidden.includes(name));
  const properties = visible.map(([name, property]): [string, Shape] => {
    const { widget, group, width } = fields[name] ?? {};
    const { title } = resolved(property, schema);
    const place = { ...(widget ? { 'x-widget': widget } : {}), ...(group ? { 'x-group': preparation.text(group) } : {}), ...(width ? { 'x-width': width } : {}) };
    return [name, { ...property, ...(title === undefined ? {} : { title }), ...place }];
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
  const choice = chosen(out);
  if (choice) {
    Object.assign(out, choice);
    delete out.oneOf;
  }
  if (shape.$ref !== undefined && title === undefined && name === '') delete out.title;
  if (shape['x-service-bind'] !== undefined) out.readOnly = true;
  return out;
}

/** A choice between constants of one type is a choice of values, with their titles. */
function chosen({ oneOf = [] }: Shape): Partial<Shape> | undefined {
  const types = new Set(oneOf.map((branch) => ('const' in branch ? typeOf(branch.const) : '')));
  const [type] = types;
  if (types.size !== 1 || (type !== 'string' && type !== 'number')) return undefined;
  return { type, enum: oneOf.map((branch) => branch.const), 'x-names': oneOf.map(({ title }) => (typeof title === 'string' ? title : '')) };
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
