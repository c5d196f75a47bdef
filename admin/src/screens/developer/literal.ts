/** A text as a literal of TypeScript, or with `"` of Go too. */
export function literal(text: string, quote: "'" | '"' = "'"): string {
  const quoted = JSON.stringify(text);
  return quote === '"' ? quoted : `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A JSON value as an expression of TypeScript, in one line. */
export function inTypeScript(value: unknown): string {
  if (typeof value === 'string') return literal(value);
  if (Array.isArray(value)) return `[${value.map(inTypeScript).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${key(name)}: ${inTypeScript(each)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** `__proto__` would set the prototype where it is not computed. */
const key = (name: string) => (name === '__proto__' ? "['__proto__']" : /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));
