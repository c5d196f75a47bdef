import type { Text } from '../api/types.gen';
import { listedKind } from '../media/kinds';

/** A JSON Schema of the subset that sites are written in, as the forms read it. */
export interface Shape {
  $defs?: Record<string, Shape>;
  $ref?: string;
  oneOf?: Shape[];
  const?: unknown;
  type?: string | string[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  nullable?: boolean;
  readOnly?: boolean;
  default?: unknown;
  additionalProperties?: boolean | Shape;
  title?: Text;
  description?: Text;
  'x-mcp-hint'?: string;
  'x-service-ref'?: string;
  'x-service-bind'?: string;
  /** Put here by `prepared`: uiSchema.fields.<f>.widget. */
  'x-widget'?: string;
  /** Put here by `prepared`: uiSchema.fields.<f>.group in the reader's language, and .width. */
  'x-group'?: string;
  'x-width'?: string;
  /** Put here by `prepared`: what the values of `enum` are called, empty for those that nobody named. */
  'x-names'?: string[];
}

export type Value = Record<string, unknown>;

/** The schema that a `$ref` stands for, with what stands beside it laid over. */
export function resolved(shape: Shape, root: Shape): Shape {
  let found = shape;
  for (let hops = 0; found.$ref !== undefined && hops < 20; hops++) {
    const { $ref, ...beside } = found;
    found = { ...definition($ref, root), ...beside };
  }
  return found;
}

function definition(reference: string, root: Shape): Shape {
  const name = decodeURIComponent(reference.replace('#/$defs/', '')).replaceAll('~1', '/').replaceAll('~0', '~');
  return root.$defs?.[name] ?? {};
}

/** The types that a value may have, null aside; a type that is only to be guessed is guessed. */
export function typesOf(shape: Shape): string[] {
  if (shape.type !== undefined) return [shape.type].flat().filter((type) => type !== 'null');
  if (shape.properties) return ['object'];
  if (shape.items) return ['array'];
  const samples = 'const' in shape ? [shape.const] : (shape.enum ?? []);
  return [...new Set(samples.filter((each) => each !== null).map(typeOf))];
}

export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

const scalars = ['string', 'number', 'integer', 'boolean'];

/** Whether a schema is of one scalar value, which one control can show. */
export function isScalar(shape: Shape): boolean {
  const types = typesOf(shape);
  return types.length === 1 && scalars.includes(types[0] ?? '') && !shape.oneOf;
}

/** Whether a list is of media assets. */
export function isMediaList(shape: Shape, root: Shape): boolean {
  if (typesOf(shape)[0] !== 'array' || !shape.items) return false;
  const items = resolved(shape.items, root);
  return typesOf(items)[0] === 'string' && !items.enum && listedKind({ ...shape, items }) !== undefined;
}

/** Whether one control shows a value, and not a group of them. */
export const isOneControl = (shape: Shape, root: Shape) => isScalar(shape) || isMediaList(shape, root) || isTags(shape, root);

/** Whether a list is short words or choices, which one control can show. */
export function isTags(shape: Shape, root: Shape): boolean {
  if (typesOf(shape)[0] !== 'array' || !shape.items) return false;
  const items = resolved(shape.items, root);
  if (!isScalar(items) || typesOf(items)[0] !== 'string') return false;
  if (items.enum) return true;
  return !items.format && !items['x-mcp-hint'] && !items['x-service-ref'] && (items.maxLength ?? 0) <= 80;
}
