import type { Text } from '../api/types.gen';
import { wordsOf } from './names';
import { typesOf, type Shape } from './shape';

export interface Preparation {
  /** A localized text in the reader's language. */
  text: (text: Text | undefined) => string;
  hidden: readonly string[];
  locked: readonly string[];
  uiSchema: Record<string, unknown> | null;
}

/**
 * A schema as the renderer wants it: every property with a title in the reader's language, null no type of its own, what
 * is not to be shown taken out, and shapes that no control fits left without a type, which gives them a JSON field.
 */
export function prepared(schema: Shape, { hidden, locked, uiSchema, text }: Preparation): Shape {
  const widgets = (uiSchema?.['fields'] ?? {}) as Record<string, { widget?: string } | undefined>;
  const visible = Object.entries(schema.properties ?? {}).filter(([name]) => !hidden.includes(name));
  const properties = visible.map(([name, property]): [string, Shape] => {
    const widget = widgets[name]?.widget;
    return [name, { ...property, ...(widget ? { 'x-widget': widget } : {}), ...(locked.includes(name) ? { readOnly: true } : {}) }];
  });
  const required = schema.required?.filter((name) => !hidden.includes(name)) ?? [];
  return plain({ ...schema, title: '', properties: Object.fromEntries(properties), required, type: 'object' }, '', text);
}

function plain(shape: Shape, name: string, text: Preparation['text']): Shape {
  const { title, description, additionalProperties } = shape;
  const out: Shape = { ...shape, title: title === undefined ? wordsOf(name) : text(title) };
  delete out.nullable;
  delete out.type;
  delete out.additionalProperties;
  if (description !== undefined) out.description = text(description);
  const types = typesOf(shape);
  if (types.length === 1 && types[0] !== undefined && !isFree(shape, types[0])) out.type = types[0];
  if (typeof additionalProperties === 'object') out.additionalProperties = plain(additionalProperties, '', text);
  if (shape.properties) out.properties = mapped(shape.properties, text);
  if (shape.$defs) out.$defs = mapped(shape.$defs, text);
  if (shape.items) out.items = plain(shape.items, '', text);
  if (shape.oneOf) out.oneOf = shape.oneOf.map((branch) => plain(branch, '', text));
  if (shape.$ref !== undefined && title === undefined && name === '') delete out.title;
  if (shape['x-service-bind'] !== undefined) out.readOnly = true;
  return out;
}

function mapped(shapes: Record<string, Shape>, text: Preparation['text']): Record<string, Shape> {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, plain(shape, name, text)]));
}

/** An object or a list of which nothing is said can only be written as JSON. */
function isFree(shape: Shape, type: string): boolean {
  if (type === 'array') return shape.items === undefined;
  return type === 'object' && !shape.properties && !shape.oneOf && typeof shape.additionalProperties !== 'object';
}
