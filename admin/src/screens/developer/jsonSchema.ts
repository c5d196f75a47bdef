import type { Text } from '../../api/types.gen';

/** The part of JSON Schema that manifests and tools are written in. */
export interface JsonSchema {
  type?: string | string[];
  title?: Text;
  description?: Text;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  nullable?: boolean;
  additionalProperties?: boolean | JsonSchema;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  [keyword: string]: unknown;
}

/** A value that an object may hold, however deep: `lines[].sku`. */
export interface SchemaRow {
  path: string;
  type: string;
  required: boolean;
  /** The keywords that say more than its type, as they were written. */
  rules: string[];
  description: Text | undefined;
}

/** Deeper than this nobody reads, and a schema may hold itself. */
const deepest = 4;

/** The properties of an object schema, each before what it holds. */
export function schemaRows(root: JsonSchema): SchemaRow[] {
  return rowsBelow(root, root, '', 0);
}

function rowsBelow(root: JsonSchema, written: JsonSchema, above: string, depth: number): SchemaRow[] {
  const schema = resolve(root, written);
  if (depth >= deepest) return [];
  if (schema.items) return rowsBelow(root, schema.items, `${above}[]`, depth);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = above === '' ? name : `${above}.${name}`;
    return [rowOf(root, property, path, (schema.required ?? []).includes(name)), ...rowsBelow(root, property, path, depth + 1)];
  });
}

function rowOf(root: JsonSchema, written: JsonSchema, path: string, required: boolean): SchemaRow {
  const schema = resolve(root, written);
  return { path, type: typeWords(root, schema), required, rules: rulesOf(schema), description: written.description ?? schema.description };
}

/** What a reference within the document stands for. */
function resolve(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let found = schema;
  for (let i = 0; found.$ref !== undefined && i < deepest; i++) {
    found = root.$defs?.[found.$ref.replace(/^#\/\$defs\//, '')] ?? {};
  }
  return found;
}

/** The types that a value may have: `string`, `integer | null`, `string[]`. */
export function typeWords(root: JsonSchema, written: JsonSchema, depth = 0): string {
  const schema = resolve(root, written);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches && depth < deepest) return [...new Set(branches.map((each) => typeWords(root, each, depth + 1)))].join(' | ');
  const types = [schema.type ?? (schema.enum ?? 'const' in schema ? [] : 'any')].flat().map((type) => {
    return type === 'array' && schema.items && depth < deepest ? `${wrapped(typeWords(root, schema.items, depth + 1))}[]` : type;
  });
  if (types.length === 0) types.push(...new Set((schema.enum ?? [schema.const]).map(typeOf)));
  return [...types, ...(schema.nullable && !types.includes('null') ? ['null'] : [])].join(' | ');
}

const wrapped = (types: string) => (types.includes(' ') ? `(${types})` : types);
const typeOf = (value: unknown) => (value === null ? 'null' : typeof value);

const ruled = [
  'const', 'default', 'format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems',
  'x-service-ref', 'x-service-bind', 'x-mcp-hint',
];

function rulesOf(schema: JsonSchema): string[] {
  const items = schema.items ?? {};
  return [
    ...(schema.enum ? [`enum ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`] : []),
    ...(items.enum ? [`items enum ${items.enum.map((each) => JSON.stringify(each)).join(', ')}`] : []),
    ...ruled.flatMap((keyword) => (keyword in schema ? [`${keyword} ${plain(schema[keyword])}`] : [])),
    ...(schema.additionalProperties === false ? ['additionalProperties false'] : []),
  ];
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const byFormat: Record<string, string> = {
  date: '2026-11-21', 'date-time': '2026-11-21T09:00:00Z', email: 'name@example.com', uri: 'https://example.com/', uuid: '0190c2d5-7a3e-7cc1-9f65-0f1d2c3b4a59',
};

/** A value of the kind that a schema wants, for somebody to change. An object has what it must have. */
export function exampleOf(root: JsonSchema, written: JsonSchema, depth = 0): unknown {
  const schema = resolve(root, written);
  const given = schema.default ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const branch = (schema.anyOf ?? schema.oneOf)?.[0];
  if (branch) return depth < deepest ? exampleOf(root, branch, depth + 1) : null;
  switch ([schema.type].flat()[0]) {
    case 'object':
      return depth < deepest ? exampleObject(root, schema, depth) : {};
    case 'array':
      return schema.items && depth < deepest ? [exampleOf(root, schema.items, depth + 1)] : [];
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return byFormat[String(schema['format'])] ?? '…';
  }
}

function exampleObject(root: JsonSchema, schema: JsonSchema, depth: number): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(required.map((name) => [name, exampleOf(root, properties[name] ?? {}, depth + 1)]));
}
