import type { Shape } from './shape';

/**
 * A schema with what is required before the rest, each in the order of the schema: in a narrow panel it is what has to be
 * seen without scrolling. Where the site places a field itself, by a group or a width, its order stays (decision 294).
 */
export function requiredFirst(schema: Shape, uiSchema: Record<string, unknown> | null): Shape {
  if (isPlaced(uiSchema)) return schema;
  const required = new Set(schema.required);
  const all = Object.entries(schema.properties ?? {});
  const [first, rest] = [all.filter(([name]) => required.has(name)), all.filter(([name]) => !required.has(name))];
  return { ...schema, properties: Object.fromEntries([...first, ...rest]) };
}

/** Some fields of a schema in two: what is required, and the rest. All of them are the first where the site places a field itself. */
export function requiredApart(schema: Shape, uiSchema: Record<string, unknown> | null, fields: readonly string[]): { first: string[]; rest: string[] } {
  const isFirst = (name: string) => isPlaced(uiSchema) || schema.required?.includes(name) === true;
  return { first: fields.filter(isFirst), rest: fields.filter((name) => !isFirst(name)) };
}

function isPlaced(uiSchema: Record<string, unknown> | null): boolean {
  const fields = Object.values((uiSchema?.['fields'] ?? {}) as Record<string, { group?: unknown; width?: unknown } | undefined>);
  return fields.some((each) => each?.group !== undefined || each?.width !== undefined);
}
