/** A property that a change touched. A side is undefined where there was nothing. */
export interface Difference {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

/** What an audit line says was changed, property by property. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [was, is] = [objectOf(before), objectOf(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return fields
    .map((field) => ({ field, before: shown(was[field]), after: shown(is[field]) }))
    .filter((each) => each.before !== each.after);
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Texts as they are, everything else as JSON. */
function shown(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
